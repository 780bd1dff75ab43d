import { explain } from '@halyard/service';
import { describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../../config.js';
import { addressFaults, publicAddresses, unknownHosts } from './addresses.js';
import { closestTo } from './closest.js';
import { allSettings, lookAtSettings } from './settings.js';
import { gatewayService } from '@halyard/gateway';

const checks = (env: Record<string, string>) => lookAtSettings(env).map(({ check, message }) => [check, message]);

describe('settings', () => {
  it('are sound without any, and with those of other programs', () => {
    expect(checks({})).toEqual([]);
    expect(
      checks({ HOSTNAME: 'a', LOGNAME: 'b', NODE_OPTIONS: '', npm_package_name: 'halyard', KAFKA_HEAP: '1' }),
    ).toEqual([]);
  });

  it('are named if a start would refuse them, with the words of the start', () => {
    const env = { HTTPS_PORT: 'many', DATABASE_URL: 'mysql://a:hide-this@b' };
    const found = lookAtSettings(env);
    expect(found.map(({ check }) => check)).toEqual(['setting-unusable', 'setting-unusable']);
    let said = '';
    try {
      suiteConfig(env);
    } catch (error) {
      said = explain(error);
    }
    const lines = said.split('\n').slice(1);
    expect(lines.map((line) => `The configuration is not usable: ${line.trim()}.`).toSorted()).toEqual(
      found.map(({ message }) => message).toSorted(),
    );
    expect(JSON.stringify(found)).not.toContain('hide-this');
  });

  it('are those of every service', () => {
    expect(checks({ MAIL: 'smtp' })).toEqual([
      ['setting-unusable', 'The configuration is not usable: SMTP_URL is missing, which MAIL=smtp needs.'],
      ['setting-unusable', 'The configuration is not usable: MAIL_FROM is missing, which MAIL=smtp needs.'],
    ]);
    expect(checks({ WEBHOOK_ALLOWED_NETWORKS: 'all' })).toHaveLength(1);
    expect(checks({ BACKUP_DIR: '.data/backups' })).toEqual([
      ['setting-unusable', expect.stringContaining('in the data folder')],
    ]);
  });

  it('are those of processes, where services have the roles of provision', () => {
    expect(checks({ DATABASE_URL: 'postgres://postgres:5432/halyard' })).toEqual([]);
    expect(checks({ DATABASE_URL: 'postgres://postgres:5432/halyard', METRICS_PORT: '-1' })).toHaveLength(1);
  });

  it('tell a name that somebody misspelled, and the closest one', () => {
    expect(checks({ KAFKA_BROKER: 'a:1', eventstoreUrl: 'x', CUSTOMERS_IDENTITY_KEYS: 'hide-this' })).toEqual([
      [
        'setting-unknown',
        'CUSTOMERS_IDENTITY_KEYS is no setting, so it has no effect. The closest setting is CUSTOMERS_IDENTITY_KEY.',
      ],
      ['setting-unknown', 'KAFKA_BROKER is no setting, so it has no effect. The closest setting is KAFKA_BROKERS.'],
      ['setting-unknown', 'eventstoreUrl is no setting, so it has no effect. The closest setting is EVENTSTORE_URL.'],
    ]);
  });

  it('are known, wherever they are declared', () => {
    const known = allSettings();
    const some = [
      'BACKUP_DIR',
      'SMTP_URL',
      'CALL_DEADLINE_MS',
      'MASTER_KEY_FILE',
      'AUTH_DATABASE_URL',
      'DATABASE_ADMIN_URL',
      'VERIFY_DATABASE_URL',
    ];
    expect(some.filter((name) => !known.has(name))).toEqual([]);
    expect(known.size).toBeGreaterThan(100);
  });

  it.each([
    ['KAFKA_BROKRES', 'KAFKA_BROKERS'],
    ['KAFKA-BROKERS', 'KAFKA_BROKERS'],
    ['KAFKA_HOME', undefined],
    ['HOSTS', undefined],
  ])('%s is close to %s', (text, closest) => {
    expect(closestTo(text, ['HOST', 'KAFKA_BROKERS', 'DATABASE_URL'])).toBe(closest);
  });
});

describe('addresses', () => {
  const PRODUCTION = {
    ENVIRONMENT: 'production',
    PUBLIC_BASE_URL: 'https://api.example',
    AUTH_URL: 'https://login.example',
    CONSOLE_URL: 'https://console.example/console/',
  };
  const faultsOf = (env: Record<string, string>) =>
    addressFaults(gatewayService.config(env)).map(({ check, message }) => [check, message]);

  it('are sound in the sandbox, and each on a host of its own in production', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(PRODUCTION)).toEqual([]);
  });

  it('have to be of HTTPS in production', () => {
    expect(faultsOf({ ...PRODUCTION, AUTH_URL: 'http://login.example' })).toEqual([
      ['address-not-https', expect.stringContaining('AUTH_URL')],
    ]);
    expect(faultsOf({ ...PRODUCTION, AUTH_URL: 'http://localhost:8080' })).toEqual([]);
  });

  it('have hosts of their own in production', () => {
    const { PUBLIC_BASE_URL, ENVIRONMENT } = PRODUCTION;
    expect(faultsOf({ ENVIRONMENT, PUBLIC_BASE_URL }).map(([check]) => check)).toEqual(['host-shared', 'host-shared']);
    expect(faultsOf({ ENVIRONMENT, PUBLIC_BASE_URL, AUTH_URL: 'https://login.example', CONSOLE: 'off' })).toEqual([]);
  });

  it('are all named for the proxy that names hosts', () => {
    const proxied = { ...PRODUCTION, TRUSTED_PROXIES: '10.0.0.1', FORWARDED_HOSTS: 'api.example, LOGIN.example' };
    expect(faultsOf(proxied)).toEqual([['host-not-forwarded', expect.stringContaining('console.example')]]);
    expect(faultsOf({ ...proxied, FORWARDED_HOSTS: '' })).toEqual([]);
  });

  it('have names that the DNS knows', async () => {
    const addresses = publicAddresses(gatewayService.config({ ...PRODUCTION, CONSOLE_URL: 'https://127.0.0.1' }));
    const known = (host: string) =>
      host === 'api.example' ? Promise.resolve() : Promise.reject(new Error('ENOTFOUND'));
    expect(await unknownHosts(addresses, known)).toEqual([
      expect.objectContaining({ check: 'host-unknown', message: expect.stringContaining('login.example of AUTH_URL') }),
    ]);
  });
});
