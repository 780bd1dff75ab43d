import { ConfigError } from '@halyard/config';
import { expect, it } from '@jest/globals';
import { gatewayConfig } from './config.js';

it('lets nobody log in at an address that is not known, where a proxy ends TLS', () => {
  const start = (env: Readonly<Record<string, string>>) => () => gatewayConfig({ TLS: 'off', ...env });
  expect(start({})).toThrow(ConfigError);
  expect(start({})).toThrow('PUBLIC_BASE_URL or AUTH_URL is missing, which TLS=off needs');
  for (const setting of ['PUBLIC_BASE_URL', 'AUTH_URL'])
    expect(start({ [setting]: 'https://pay.example' })).not.toThrow();
});
