import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JSONWebKeySet } from 'jose';
import { Sealer } from '@halyard/persistence';
import { AuthApp } from '../../test/support/auth-app.js';
import { SigningKeys } from './signing-keys.js';

let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.close());

const keysOf = async (): Promise<JSONWebKeySet> =>
  JSON.parse((await auth.expect('raw', 'GET', '/internal/signing-keys')).body) as JSONWebKeySet;

describe('signing keys', () => {
  it('are made once, however many processes start at the same moment', async () => {
    const processes = Array.from(
      { length: 4 },
      () => new SigningKeys(auth.dataSource, auth.service.get(Sealer), auth.clock),
    );
    const sets = await Promise.all(processes.map((keys) => keys.publicKeys('ES256')));
    expect(sets[0]?.keys).toHaveLength(1);
    expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(1);
    expect(await keysOf()).toEqual(sets[0]);
  });

  it('are told without their private part', async () => {
    const { keys } = await keysOf();
    expect(keys[0]).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: 'ES256',
      use: 'sig',
    });
  });

  it('are sealed at rest', async () => {
    await keysOf();
    const [row] = await auth.dataSource.query<{ sealed_jwk: Buffer }[]>('SELECT sealed_jwk FROM signing_keys');
    expect(row?.sealed_jwk.toString('latin1')).not.toContain('"d"');
  });
});
