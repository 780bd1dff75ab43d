import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Sealer } from '@halyard/persistence';
import { AuthApp } from '../../test/support/auth-app.js';
import { PostgresOidcAdapter } from './oidc-adapter.js';

let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.close());

const adapterOf = (model: string) =>
  new PostgresOidcAdapter(model, auth.dataSource, auth.service.get(Sealer), auth.clock);

describe('what oidc-provider stores', () => {
  it('is found again by its id, within its model only', async () => {
    const payload = { jti: 'token-1', kind: 'RefreshToken', scope: 'send' };
    await adapterOf('RefreshToken').upsert('token-1', payload, 60);
    expect(await adapterOf('RefreshToken').find('token-1')).toEqual(payload);
    expect(await adapterOf('AuthorizationCode').find('token-1')).toBeUndefined();
    expect(await adapterOf('RefreshToken').find('token-2')).toBeUndefined();
  });

  it('is replaced by what is stored under the same id', async () => {
    await adapterOf('Session').upsert('session-1', { uid: 'a' }, 60);
    await adapterOf('Session').upsert('session-1', { uid: 'b' }, 60);
    expect(await adapterOf('Session').findByUid('a')).toBeUndefined();
    expect(await adapterOf('Session').findByUid('b')).toEqual({ uid: 'b' });
  });

  it('is found by its user code', async () => {
    await adapterOf('DeviceCode').upsert('device-1', { userCode: 'ABCD' }, 60);
    expect(await adapterOf('DeviceCode').findByUserCode('ABCD')).toEqual({ userCode: 'ABCD' });
  });

  it('says since when it is consumed', async () => {
    await adapterOf('AuthorizationCode').upsert('code-1', {}, 60);
    await adapterOf('AuthorizationCode').consume('code-1');
    const consumed = Math.floor(auth.clock.system().getTime() / 1000);
    expect(await adapterOf('AuthorizationCode').find('code-1')).toEqual({ consumed });
  });

  it('is gone once destroyed, or once its time is over', async () => {
    await adapterOf('RefreshToken').upsert('token-3', {}, 60);
    await adapterOf('RefreshToken').upsert('token-4', {}, 120);
    await adapterOf('Grant').upsert('for ever', {});
    await adapterOf('RefreshToken').destroy('token-4');
    expect(await adapterOf('RefreshToken').find('token-4')).toBeUndefined();
    auth.clock.advance(60_000);
    expect(await adapterOf('RefreshToken').find('token-3')).toBeUndefined();
    expect(await adapterOf('Grant').find('for ever')).toEqual({});
  });

  it('dies with its grant, across models', async () => {
    await adapterOf('RefreshToken').upsert('token-5', { grantId: 'grant-1' }, 60);
    await adapterOf('AuthorizationCode').upsert('code-5', { grantId: 'grant-1' }, 60);
    await adapterOf('RefreshToken').upsert('token-6', { grantId: 'grant-2' }, 60);
    await adapterOf('RefreshToken').revokeByGrantId('grant-1');
    expect(await adapterOf('RefreshToken').find('token-5')).toBeUndefined();
    expect(await adapterOf('AuthorizationCode').find('code-5')).toBeUndefined();
    expect(await adapterOf('RefreshToken').find('token-6')).toBeDefined();
  });

  it('can be neither read nor presented by whoever reads the table', async () => {
    const payload = { jti: 'presentable', uid: 'presentable', userCode: 'presentable', grantId: 'presentable' };
    await adapterOf('Session').upsert('presentable', payload, 60);
    const rows = await auth.dataSource.query<Record<string, unknown>[]>('SELECT * FROM oidc_payloads');
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join('\n');
    expect(text).not.toContain('presentable');
  });
});
