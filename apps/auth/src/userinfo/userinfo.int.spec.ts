import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../../test/support/pages-stage.js';
import { Revocations } from '../revocation/revocations.js';
import type { SeededPerson } from '../seed.js';
import { AccessTokenSigner } from '../signing-key/access-token-signer.js';

describe('/userinfo', () => {
  let stage: PagesStage;
  let person: SeededPerson;
  beforeAll(async () => {
    stage = await PagesStage.open();
    person = await stage.newPerson();
  });
  afterAll(() => stage.close());

  const tokenOf = (scope: string, family = randomUUID()): Promise<string> =>
    stage.auth.service.get(AccessTokenSigner).sign({
      ...{ sub: person.personId, client_id: randomUUID(), account_id: person.accountId, scope, may: 'read' },
      ...{ family, sid: family },
    });
  async function ask(authorization?: string, method: 'get' | 'post' = 'get') {
    const options = authorization === undefined ? {} : { headers: { authorization } };
    const visitor = stage.visitor();
    const answer =
      method === 'get' ? await visitor.get('/userinfo', options) : await visitor.post('/userinfo', {}, options);
    const body = JSON.parse(answer.html) as Record<string, unknown>;
    return { status: answer.status, body, challenge: answer.headers['www-authenticate'] };
  }

  it.each(['get', 'post'] as const)('tells what the scopes allow, by %s', async (method) => {
    const { personId: sub, email } = person;
    const told = async (scope: string) => (await ask(`Bearer ${await tokenOf(scope)}`, method)).body;
    expect(await told('openid')).toEqual({ sub });
    expect(await told('openid profile')).toEqual({ sub, name: 'Ada Byron' });
    expect(await told('openid email')).toEqual({ sub, email, email_verified: true });
  });

  it('takes the token in a form, but not in two places', async () => {
    const access_token = await tokenOf('openid');
    const sent = async (headers: Record<string, string>) => {
      const { status, html } = await stage.visitor().post('/userinfo', { access_token }, { headers });
      return [status, JSON.parse(html)] as const;
    };
    expect(await sent({})).toEqual([200, { sub: person.personId }]);
    expect(await sent({ authorization: `Bearer ${access_token}` })).toMatchObject([400, { error: 'invalid_request' }]);
    expect(await sent({ 'content-type': 'text/plain' })).toMatchObject([401, { error: 'invalid_request' }]);
  });

  it('asks for a token where none was sent', async () => {
    expect(await ask()).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api"',
      body: { error: 'invalid_request' },
    });
  });

  it('wants the scope openid', async () => {
    const answer = await ask(`Bearer ${await tokenOf('profile email')}`);
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(answer.challenge).toContain('error="insufficient_scope"');
  });

  it('refuses what is no token, too long, changed, or ended', async () => {
    const invalid = async (token: string) => {
      const answer = await ask(`Bearer ${token}`);
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
      expect(answer.challenge).toContain('error="invalid_token"');
    };
    await invalid('x');
    await invalid('x'.repeat(5_000));
    const family = randomUUID();
    const token = await tokenOf('openid', family);
    await invalid(`${token.slice(0, -8)}AAAAAAAA`);
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    await stage.auth.dataSource.transaction((tx) => stage.auth.service.get(Revocations).end(tx, 'family', family));
    await invalid(token);
  });

  it('refuses the token of an application: there is no person in it', async () => {
    const id = randomUUID();
    const claims = { sub: id, client_id: id, account_id: person.accountId, scope: 'openid', may: 'read' } as const;
    const token = await stage.auth.service.get(AccessTokenSigner).sign(claims);
    expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  });
});
