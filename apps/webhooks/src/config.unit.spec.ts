import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@halyard/config';
import { addressPolicyOf, webhooksConfig } from './config.js';
import { refusalOf } from './subscription/address-guard.js';

describe('the settings of webhooks', () => {
  it('keep every special address closed unless they say otherwise', () => {
    const policy = addressPolicyOf(webhooksConfig({}));
    expect(refusalOf('127.0.0.1', 80, policy)).toBe('loopback');
    expect(refusalOf('10.0.0.1', 80, policy)).toBe('private');
  });

  it('open networks and loopback, but not our own ports', () => {
    const policy = addressPolicyOf(
      webhooksConfig({
        WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, fd00::/8',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        WEBHOOK_FORBIDDEN_PORTS: '8080, 8443',
      }),
    );
    expect(refusalOf('10.1.0.1', 80, policy)).toBeUndefined();
    expect(refusalOf('fd00::1', 80, policy)).toBeUndefined();
    expect(refusalOf('127.0.0.1', 80, policy)).toBeUndefined();
    expect(refusalOf('127.0.0.1', 8443, policy)).toBe('own port');
  });

  it.each([
    [{ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/33' }],
    [{ WEBHOOK_ALLOWED_NETWORKS: 'office' }],
    [{ WEBHOOK_FORBIDDEN_PORTS: '8080 8443' }],
    [{ PUBLIC_BASE_URL: 'localhost:8443' }],
    [{ VENDOR_WORD: 'a-b' }],
  ])('that make no sense stop the start: %j', (env) => {
    expect(() => webhooksConfig(env)).toThrow(ConfigError);
  });
});
