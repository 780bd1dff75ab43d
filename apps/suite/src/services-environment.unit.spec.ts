import { describe, expect, it } from '@jest/globals';
import { suiteConfig } from './config.js';
import { OwnPorts } from './own-ports.js';
import { servicesEnvironment } from './services-environment.js';

const environmentOf = (env: Readonly<Record<string, string>>, isWatched: boolean) =>
  servicesEnvironment(suiteConfig(env), env, { dataDir: '/data', ownPorts: new OwnPorts(), isWatched });

describe('the request log of the services', () => {
  it('is text in a sandbox, unless it is said otherwise, and in color where somebody watches', () => {
    expect(environmentOf({}, true)).toMatchObject({ REQUEST_LINES: 'text', FORCE_COLOR: '1' });
    expect(environmentOf({}, false)).toMatchObject({ REQUEST_LINES: 'text' });
    expect(environmentOf({}, false)).not.toHaveProperty('FORCE_COLOR');
    expect(environmentOf({ REQUEST_LINES: 'off' }, true)).toMatchObject({ REQUEST_LINES: 'off' });
    expect(environmentOf({ NO_COLOR: '1' }, true)).not.toHaveProperty('FORCE_COLOR');
  });

  it('is not on in production', () => {
    expect(environmentOf({ ENVIRONMENT: 'production' }, true)).not.toHaveProperty('REQUEST_LINES');
  });
});

it('no webhook reaches a port of the servers that the settings name', () => {
  const forbidden = (env: Readonly<Record<string, string>>): unknown =>
    environmentOf(env, false)['WEBHOOK_FORBIDDEN_PORTS'];
  expect(forbidden({ EVENTSTORE_URL: 'esdb://a:2114,b,c:2115?tls=false', KAFKA_BROKERS: 'k:9092,l:9093' })).toBe(
    '2114,2113,2115,9092,9093',
  );
  expect(forbidden({ EVENTSTORE_URL: 'esdb+discover://user:pass@cluster.dns' })).toBe('2113');
  expect(forbidden({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1' })).toBe('4318');
});
