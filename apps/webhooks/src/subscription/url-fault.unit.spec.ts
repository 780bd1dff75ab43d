import { describe, expect, it } from '@jest/globals';
import { parseNetwork } from '../address-policy.js';
import { faultOfUrl } from './url-fault.js';

const policy = { allowedNetworks: [], allowLoopback: false, forbiddenPorts: new Set([8443]) };

describe('the fault of a URL that nothing is sent to', () => {
  it.each([
    ['http://127.0.0.1/', 'WEBHOOK_ALLOW_LOOPBACK'],
    ['https://api.localhost/', 'WEBHOOK_ALLOW_LOOPBACK'],
    ['http://10.0.0.1/', '(private); the setting WEBHOOK_ALLOWED_NETWORKS'],
    ['http://169.254.169.254/', '(linkLocal); the setting WEBHOOK_ALLOWED_NETWORKS'],
    ['http://[fd00::1]/', '(uniqueLocal); the setting WEBHOOK_ALLOWED_NETWORKS'],
    ['http://224.0.0.1/', 'no single public host (multicast)'],
    ['http://[::ffff:10.0.0.1]/', 'no single public host (ipv4Mapped)'],
  ])('of %s says why, and which setting opens it', (url, reason) => {
    const fault = faultOfUrl(url, policy);
    expect(fault).toMatchObject({ code: 'InvalidFormat', path: '/url' });
    expect(fault?.message).toContain(`Url must be a valid url. `);
    expect(fault?.message).toContain(reason);
  });

  it('names a port of our own where an address is open', () => {
    const network = parseNetwork('10.0.0.0/8');
    const open = { ...policy, allowLoopback: true, allowedNetworks: network ? [network] : [] };
    for (const host of ['127.0.0.1', '10.0.0.1']) {
      expect(faultOfUrl(`https://${host}:8443/`, open)?.message).toContain('a port of this service itself');
      expect(faultOfUrl(`https://${host}:8444/`, open)).toBeUndefined();
    }
  });

  it('is none for a name or a public address', () => {
    expect(['https://example.com/', 'http://8.8.8.8/'].map((url) => faultOfUrl(url, policy))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
