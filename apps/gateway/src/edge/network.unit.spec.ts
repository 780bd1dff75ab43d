import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network.js';
import { clientAddress, TrustedProxies } from './origin.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('the address of a client', () => {
  const seenFrom = (peer: string, forwardedFor: string | undefined, proxies: readonly string[]): string => {
    const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: peer } };
    return clientAddress(request as unknown as IncomingMessage, new TrustedProxies(proxies));
  };

  it.each([
    ['is that of the connection', '198.51.100.7', undefined, [], '198.51.100.7'],
    ['is not what a stranger says', '198.51.100.7', '192.0.2.1', ['10.0.0.0/8'], '198.51.100.7'],
    ['is what a trusted proxy says', '10.0.0.1', '192.0.2.1', ['10.0.0.0/8'], '192.0.2.1'],
    ['is not what was said to the proxy', '10.0.0.1', '203.0.113.9, 192.0.2.1', ['10.0.0.0/8'], '192.0.2.1'],
    ['is found behind several proxies', '10.0.0.1', '203.0.113.9, 192.0.2.1, 10.0.0.2', ['10.0.0.0/8'], '192.0.2.1'],
    ['is that of the first proxy where all are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.3'],
    ['is the last one that is an address', '10.0.0.1', '192.0.2.1, unknown, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.2'],
    ['is that of the proxy that says nothing', '10.0.0.1', undefined, ['10.0.0.0/8'], '10.0.0.1'],
    ['may be written with a port', '10.0.0.1', '192.0.2.1:4711', ['10.0.0.0/8'], '192.0.2.1'],
    ['may be IPv6 with a port', '10.0.0.1', '[2001:db8::1]:4711', ['10.0.0.0/8'], '2001:db8::1'],
    ['may be said by a proxy of a socket for both', '::ffff:10.0.0.1', '192.0.2.1', ['10.0.0.0/8'], '192.0.2.1'],
    ['may be said by a proxy of IPv6', 'fd00::1', '192.0.2.1', ['fd00::/8'], '192.0.2.1'],
    ['may not be known', '', '192.0.2.1', ['10.0.0.0/8'], ''],
  ])('%s', (_, peer, forwardedFor, proxies, address) => {
    expect(seenFrom(peer, forwardedFor, proxies)).toBe(address);
  });
});
