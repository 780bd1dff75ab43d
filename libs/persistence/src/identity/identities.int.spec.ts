import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { Identities, KeysError, loadIdentities, loadKeys } from '../index.js';
import { identityText, type SharedKey } from './identities.js';
import { keptIdentities } from './load-identities.js';

const secret = (fill: number): Buffer => Buffer.alloc(32, fill);
const text = (fill: number): string => secret(fill).toString('base64');
const identities = (...of: readonly (readonly [ServiceName, number])[]): string =>
  of.map(([service, fill]) => identityText(service, secret(fill))).join(',\n');
const load = (service: ServiceName, fill: number, known: string): Identities =>
  loadIdentities(service, { env: { IDENTITY_KEY: text(fill), SERVICE_IDENTITIES: known } });

const everyone = identities(['gateway', 1], ['transfers', 2], ['webhooks', 3]);
const gateway = load('gateway', 1, everyone);
const transfers = load('transfers', 2, everyone);
const webhooks = load('webhooks', 3, everyone);
const bytes = Buffer.from('what was said');

describe('a signature', () => {
  it('is its service’s for whoever knows its identity', async () => {
    expect(await webhooks.verify('transfers', bytes, await transfers.sign(bytes))).toBe(true);
  });

  it('is nobody else’s, of nothing else, and of no identity that is not known', async () => {
    const { kid, value } = await transfers.sign(bytes);
    expect(await webhooks.verify('gateway', bytes, { kid, value })).toBe(false);
    expect(await webhooks.verify('gateway', bytes, { kid: gateway.kid, value })).toBe(false);
    expect(await webhooks.verify('transfers', Buffer.from('what was said.'), { kid, value })).toBe(false);
    expect(await webhooks.verify('transfers', bytes, { kid, value: Buffer.alloc(64) })).toBe(false);
    expect(await webhooks.verify('transfers', bytes, { kid, value: Buffer.alloc(0) })).toBe(false);
    const fresh = new Identities('transfers', secret(9), []);
    expect(await webhooks.verify('transfers', bytes, await fresh.sign(bytes))).toBe(false);
  });

  it('of a former identity counts for as long as that is known', async () => {
    const rotated = `${everyone},${identities(['transfers', 20])}`;
    const after = load('transfers', 20, rotated);
    const listener = load('webhooks', 3, rotated);
    for (const signer of [transfers, after]) {
      expect(await listener.verify('transfers', bytes, await signer.sign(bytes))).toBe(true);
    }
  });
});

describe('the key of a pair of services', () => {
  it('is the same at both, and another for each pair and each way', () => {
    expect(bytesOf(gateway.to('transfers'))).toBe(bytesOf(transfers.from(gateway.kid)));
    const keys = [
      gateway.to('transfers'),
      gateway.from(transfers.kid),
      gateway.to('webhooks'),
      transfers.to('webhooks'),
      transfers.from(webhooks.kid),
    ];
    expect(new Set(keys.map(bytesOf)).size).toBe(keys.length);
  });

  it('is that of the identity which is asked for, while there are several', () => {
    const rotated = `${everyone},${identities(['transfers', 20])}`;
    const caller = load('gateway', 1, rotated);
    const after = load('transfers', 20, rotated);
    expect(caller.to('transfers')?.kid).toBe(transfers.kid);
    expect(bytesOf(caller.to('transfers', after.kid))).toBe(bytesOf(after.from(caller.kid)));
    expect(caller.to('webhooks', after.kid)).toBeUndefined();
  });

  it('is none with a service that nobody told of', () => {
    expect(gateway.to('auth')).toBeUndefined();
    expect(gateway.from('a-stranger')).toBeUndefined();
  });
});

describe('loadIdentities', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'halyard-identities-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('makes everyone’s key at first start, for this user alone, beside the others', async () => {
    const [one, other] = [loadIdentities('transfers', { dir, env: {} }), loadIdentities('webhooks', { dir, env: {} })];
    expect(await other.verify('transfers', bytes, await one.sign(bytes))).toBe(true);
    loadKeys({ dir, env: {} });
    const made = serviceNames.map((service) => `identity-${service}.key`);
    expect(readdirSync(dir).sort()).toEqual(['fingerprint.key', 'master.key', ...made].sort());
    for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
    expect(new Set(keptIdentities(dir)).size).toBe(serviceNames.length);
  });

  it('reads files, and makes none where it is given a key', () => {
    writeFileSync(join(dir, 'own'), text(2));
    writeFileSync(join(dir, 'all'), everyone);
    const env = { IDENTITY_KEY_FILE: join(dir, 'own'), SERVICE_IDENTITIES_FILE: join(dir, 'all') };
    expect(loadIdentities('transfers', { dir, env }).kid).toBe(transfers.kid);
    expect(readdirSync(dir)).toHaveLength(2);
  });

  it('knows those that are named beside those of the directory', async () => {
    const env = { SERVICE_IDENTITIES: identities(['transfers', 2]) };
    const listener = loadIdentities('webhooks', { dir, env });
    expect(await listener.verify('transfers', bytes, await transfers.sign(bytes))).toBe(true);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no key', { SERVICE_IDENTITIES: everyone }, 'IDENTITY_KEY or IDENTITY_KEY_FILE of transfers is missing'],
    ['no 32 bytes', { IDENTITY_KEY: 'short', SERVICE_IDENTITIES: everyone }, 'IDENTITY_KEY must hold 32 random bytes'],
    ['an identity that others do not know', { IDENTITY_KEY: text(8), SERVICE_IDENTITIES: everyone }, 'does not name'],
    ['that of another', { IDENTITY_KEY: text(3), SERVICE_IDENTITIES: everyone }, 'the identity of transfers'],
    ['rubbish', { IDENTITY_KEY: text(2), SERVICE_IDENTITIES: `${everyone},ledger:AAAA` }, 'its number 4 is none'],
    ['half', { IDENTITY_KEY: text(2), SERVICE_IDENTITIES: everyone.slice(0, -1) }, 'its number 3 is none'],
  ])('refuses %s without a secret in its words', (_, env, message) => {
    const attempt = () => loadIdentities('transfers', { env });
    expect(attempt).toThrow(KeysError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(env['IDENTITY_KEY'] ?? 'nothing');
  });
});

const bytesOf = (shared: SharedKey | undefined): string | undefined => shared?.key.export().toString('hex');
