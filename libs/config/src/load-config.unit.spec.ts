import { describe, expect, it } from '@jest/globals';
import { ConfigError, Flag, Group, Int, List, loadConfig, OneOf, Port, Text, Url } from './index.js';

class DatabaseSettings {
  @Url(['postgres', 'postgresql'])
  readonly databaseUrl!: string;
  @Int({ min: 1, max: 100 })
  readonly poolSize: number = 10;
}

class Settings {
  @Port()
  readonly port: number = 8443;
  @Flag()
  readonly tls: boolean = true;
  @Text({ matches: /^[a-z]+$/i, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';
  @List({ itemMatches: /^[^:]+:\d+$/, wants: 'host:port pairs with commas between them' })
  readonly kafkaBrokers: readonly string[] = [];
  @Text({ optional: true })
  readonly otlpEndpoint?: string;
  @Text()
  readonly ADMIN_NAME!: string;
  @Group(() => DatabaseSettings)
  readonly database!: DatabaseSettings;
}

const complete = { DATABASE_URL: 'postgres://db/halyard', ADMIN_NAME: 'ops' };
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(Settings, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('loadConfig', () => {
  it('uses the initializers for what the environment leaves out', () => {
    expect(loadConfig(Settings, complete)).toEqual({
      port: 8443,
      tls: true,
      vendorWord: 'service',
      environment: 'sandbox',
      kafkaBrokers: [],
      ADMIN_NAME: 'ops',
      database: { databaseUrl: 'postgres://db/halyard', poolSize: 10 },
    });
  });

  it('reads each property from the variable of its name, groups included, and ignores other variables', () => {
    const env = { ...complete, PORT: '0', POOL_SIZE: '7', KAFKA_BROKERS: 'a:9092, b:9092', HOME: '/root' };
    expect(loadConfig(Settings, env)).toMatchObject({
      port: 0,
      database: { poolSize: 7 },
      kafkaBrokers: ['a:9092', 'b:9092'],
    });
    expect(loadConfig(Settings, env)).not.toHaveProperty('HOME');
  });

  it('makes instances of the class and of its groups', () => {
    const settings = loadConfig(Settings, complete);
    expect(settings).toBeInstanceOf(Settings);
    expect(settings.database).toBeInstanceOf(DatabaseSettings);
  });

  it.each([
    ['true', true],
    ['ON', true],
    ['1', true],
    ['yes', true],
    ['false', false],
    ['off', false],
    ['0', false],
    ['No', false],
  ])('reads the flag %s as %s', (text, value) => {
    expect(loadConfig(Settings, { ...complete, TLS: text }).tls).toBe(value);
  });

  it.each([
    ['TLS', 'maybe'],
    ['TLS', 'constructor'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x1f'],
    ['PORT', '8e3'],
    ['PORT', '80.5'],
    ['PORT', '8443 8444'],
    ['POOL_SIZE', '0'],
    ['POOL_SIZE', '101'],
    ['VENDOR_WORD', 'two words'],
    ['ENVIRONMENT', 'staging'],
    ['KAFKA_BROKERS', 'a:9092,,b:9092'],
    ['KAFKA_BROKERS', 'a'],
    ['DATABASE_URL', 'mysql://db/halyard'],
    ['DATABASE_URL', 'postgres://[half'],
  ])('refuses %s=%s, even where there is a default, and does not show the value', (variable, value) => {
    const problems = problemsOf({ ...complete, [variable]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${variable} must be `));
    expect(problems[0]).not.toContain(value.length > 3 ? value : `'${value}'`);
  });

  it('takes an empty variable as a missing one', () => {
    expect(loadConfig(Settings, { ...complete, PORT: '', OTLP_ENDPOINT: ' ' })).not.toHaveProperty('otlpEndpoint');
    expect(problemsOf({ ...complete, ADMIN_NAME: '' })).toEqual(['ADMIN_NAME is missing: text']);
  });

  it('names every bad and missing variable in one error', () => {
    expect(() => loadConfig(Settings, { PORT: 'eighty', TLS: 'maybe', POOL_SIZE: '5' })).toThrow(
      [
        'The configuration is not usable:',
        '  PORT must be a whole number from 0 to 65535',
        '  TLS must be true, false, on, off, yes, no, 1 or 0',
        '  ADMIN_NAME is missing: text',
        '  DATABASE_URL is missing: a URL that starts with postgres:// or postgresql://',
      ].join('\n'),
    );
  });

  it('freezes the settings, groups and lists included', () => {
    const settings = loadConfig(Settings, { ...complete, KAFKA_BROKERS: 'a:1' });
    expect([settings, settings.database, settings.kafkaBrokers].every(Object.isFrozen)).toBe(true);
  });

  it('reads the settings that a class inherits', () => {
    class Extended extends DatabaseSettings {
      @Port()
      readonly metricsPort: number = 9090;
    }
    expect(loadConfig(Extended, { ...complete, POOL_SIZE: '3', METRICS_PORT: '1' })).toMatchObject({
      poolSize: 3,
      metricsPort: 1,
    });
  });
});
