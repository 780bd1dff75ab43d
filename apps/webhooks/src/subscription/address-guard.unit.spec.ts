import { describe, expect, it } from '@jest/globals';
import { type AddressPolicy, parseNetwork } from '../address-policy.js';
import { obviousRefusalOf, RefusedAddress, refusalOf, resolveAllowed } from './address-guard.js';

const policy = (open: { allow?: string[]; loopback?: boolean; ports?: number[] } = {}): AddressPolicy => ({
  allowedNetworks: (open.allow ?? []).flatMap((cidr) => parseNetwork(cidr) ?? []),
  allowLoopback: open.loopback ?? false,
  forbiddenPorts: new Set(open.ports ?? []),
});
const closed = policy();

describe('an address on the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
    '%s may be connected to',
    (address) => expect(refusalOf(address, 443, closed)).toBeUndefined(),
  );

  it('may be connected to on any port, ours too: it is not us', () => {
    expect(refusalOf('8.8.8.8', 8443, policy({ ports: [8443] }))).toBeUndefined();
  });
});

const special: readonly (readonly [string, string])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['100.127.255.255', 'carrierGradeNat'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'linkLocal'],
  ['192.0.0.1', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['192.31.196.1', 'as112'],
  ['192.52.193.1', 'amt'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'ipv4Compatible'],
  ['::ffff:127.0.0.1', 'ipv4Mapped'],
  ['::ffff:8.8.8.8', 'ipv4Mapped'],
  ['::ffff:0:127.0.0.1', 'rfc6145'],
  ['64:ff9b::7f00:1', 'rfc6052'],
  ['64:ff9b:1::a00:1', 'rfc6052'],
  ['100::1', 'discard'],
  ['2001::1', 'teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:db8::1', 'reserved'],
  ['2001:10::1', 'deprecatedOrchid'],
  ['2001:20::1', 'orchid2'],
  ['2002:7f00:1::1', '6to4'],
  ['3fff::1', 'reserved'],
  ['5f00::1', 'segmentRouting'],
  ['4000::1', 'unassigned'],
  ['fc00::1', 'uniqueLocal'],
  ['fd12:3456::1', 'uniqueLocal'],
  ['fe80::1', 'linkLocal'],
  ['fe80::1%lo', 'linkLocal'],
  ['fec0::1', 'deprecatedSiteLocal'],
  ['ff02::1', 'multicast'],
  ['not an address', 'unreadable'],
];

describe('a special address', () => {
  it.each(special)('%s is refused as %s', (address, range) => {
    expect(refusalOf(address, 443, closed)).toBe(range);
  });

  it('is refused as long as no setting names its own network', () => {
    const open = policy({ allow: ['10.1.0.0/16', 'fd00:1::/32'] });
    expect(refusalOf('10.1.2.3', 80, open)).toBeUndefined();
    expect(refusalOf('fd00:1::5', 80, open)).toBeUndefined();
    expect(refusalOf('10.2.0.1', 80, open)).toBe('private');
    expect(refusalOf('fd00:2::5', 80, open)).toBe('uniqueLocal');
  });

  it.each([
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::a00:1',
  ])('%s is refused however much is allowed', (address) => {
    const open = policy({ allow: ['0.0.0.0/0', '::/0'], loopback: true });
    expect(refusalOf(address, 80, open)).toEqual(expect.any(String));
  });
});

describe('loopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1'])('%s is opened by its own setting and by nothing else', (address) => {
    expect(refusalOf(address, 5000, policy({ allow: ['0.0.0.0/0', '::/0'] }))).toBe('loopback');
    expect(refusalOf(address, 5000, policy({ loopback: true }))).toBeUndefined();
  });

  it('is never opened on our own ports', () => {
    expect(refusalOf('127.0.0.1', 8443, policy({ loopback: true, ports: [8443] }))).toBe('own port');
    expect(refusalOf('10.1.2.3', 8443, policy({ allow: ['10.0.0.0/8'], ports: [8443] }))).toBe('own port');
  });
});

describe('a URL', () => {
  it.each([
    ['http://127.0.0.1/', 'loopback'],
    ['http://2130706433/', 'loopback'],
    ['http://0x7f.1/', 'loopback'],
    ['http://0177.0.0.1/', 'loopback'],
    ['http://localhost:3000/', 'loopback'],
    ['http://localhost./', 'loopback'],
    ['http://api.localhost/', 'loopback'],
    ['https://[::1]/', 'loopback'],
    ['https://[::ffff:10.0.0.1]/', 'ipv4Mapped'],
    ['http://169.254.169.254/latest/meta-data', 'linkLocal'],
    ['http://①②⑦.0.0.1/', 'loopback'],
  ])('%s is refused without asking anyone', (url, range) => {
    expect(obviousRefusalOf(new URL(url), closed)).toBe(range);
  });

  it.each(['https://example.com/', 'https://10.example.com/', 'https://localhost.example.com/', 'http://8.8.8.8/'])(
    '%s is not obviously refused',
    (url) => expect(obviousRefusalOf(new URL(url), closed)).toBeUndefined(),
  );

  it('goes to the port of its scheme unless it names one', () => {
    const open = policy({ loopback: true, ports: [443] });
    expect(obviousRefusalOf(new URL('https://127.0.0.1/'), open)).toBe('own port');
    expect(obviousRefusalOf(new URL('http://127.0.0.1/'), open)).toBeUndefined();
    expect(obviousRefusalOf(new URL('http://127.0.0.1:443/'), open)).toBe('own port');
  });
});

describe('a host', () => {
  it('that resolves to refused addresses only is refused with the reason, and not with the address', async () => {
    const refused = resolveAllowed('localhost', 80, closed);
    await expect(refused).rejects.toThrow(RefusedAddress);
    await expect(refused).rejects.toThrow('the address is not allowed: loopback');
  });

  it('gives the addresses to connect to', async () => {
    expect(await resolveAllowed('[::1]', 80, policy({ loopback: true }))).toEqual([{ address: '::1', family: 6 }]);
    expect(await resolveAllowed('localhost', 80, policy({ loopback: true }))).not.toHaveLength(0);
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['10.0.0.0', false],
  ['10.0.0.0/33', false],
  ['everything', false],
])('%s as an allowed network is readable: %s', (cidr, readable) => {
  expect(parseNetwork(cidr) !== undefined).toBe(readable);
});
