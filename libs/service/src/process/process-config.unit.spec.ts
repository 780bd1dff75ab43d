import { ConfigError } from '@halyard/config';
import { describe, expect, it } from '@jest/globals';
import { databasesOf } from './databases.js';
import { processConfig } from './process-config.js';

const complete = { DATABASE_URL: 'postgres://transfers:x@db/halyard', KAFKA_BROKERS: 'kafka:9092' };

describe('the settings of a process', () => {
  it('name where the other services are', () => {
    const { addresses } = processConfig({ ...complete, TRANSFERS_URLS: 'http://a:4000, http://b:4000' }, true);
    expect(addresses.transfers).toEqual(['http://a:4000', 'http://b:4000']);
    expect(addresses.auth).toEqual([]);
  });

  it.each([
    ['no database', { KAFKA_BROKERS: 'kafka:9092' }, 'DATABASE_URL is missing'],
    [
      'no database in a URL without a user',
      { ...complete, DATABASE_URL: 'postgres://db' },
      'neither a user nor a database',
    ],
    ['no bus', { DATABASE_URL: 'postgres://me:x@db/x' }, 'KAFKA_BROKERS or HISTORY_READER_URL is missing'],
    ['an address that is no origin', { ...complete, AUTH_URLS: 'http://auth:4000/path' }, 'AUTH_URLS must be origins'],
    ['a broker without a port', { ...complete, KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS must be host:port pairs'],
    [
      'a store of another kind',
      { ...complete, EVENTSTORE_URL: 'http://store' },
      'EVENTSTORE_URL must be a connection string of EventStoreDB',
    ],
  ])('refuse %s', (_, env, problem) => {
    expect(() => processConfig(env, true)).toThrow(ConfigError);
    expect(() => processConfig(env, true)).toThrow(problem);
  });

  it('of a service without a database name none', () => {
    expect(processConfig({}, false)).toMatchObject({ databasePool: 8 });
  });

  it('lead to the roles that were provisioned where the URL of the database names no user', () => {
    const config = processConfig({ DATABASE_URL: 'postgres://db:5433/halyard' }, true);
    const keys = {
      masters: () => [Buffer.alloc(32)],
      fingerprint: Buffer.alloc(32),
      rolePassword: (role: string) => `of-${role}`,
    };
    expect(databasesOf('auth', config, keys)).toEqual({
      own: 'postgres://halyard_auth:of-auth@db:5433/halyard',
      historyReader: 'postgres://halyard_bus:of-bus@db:5433/halyard',
    });
  });
});
