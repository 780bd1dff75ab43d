import { randomUUID } from 'node:crypto';
import type { Method } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { Passkey } from '../second-factor/passkey.entity.js';
import { RecoveryCode } from '../second-factor/recovery-code.entity.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';

const SECRET = 's'.repeat(32);
const reason = 'Case 17.';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

const operator = applicationPrincipal({ userId: newId() });
async function call(method: Method, path: string, body?: object, principal = operator) {
  const answer = await stage.auth.service.call(method, path, { body, principal, key: randomUUID() });
  return { status: answer.status, body: answer.body as unknown as Readonly<Record<string, unknown>> };
}

/** An account's first application, a server. */
async function newServer() {
  const key = randomUUID();
  return { accountId: await stage.auth.openAccount({ application: { key, secret: SECRET } }), id: key };
}

/** An integration with a secret, which waits. */
async function newIntegration(given: object = {}) {
  const { accountId } = await newServer();
  const owner = applicationPrincipal({ accountId });
  const asked = { redirectUrls: ['https://a.example/'], scopes: ['transactions'] };
  const body = { name: 'Sync', kind: 'integration', ...asked, ...given };
  const made = (await call('POST', '/applications', body, owner)).body as { resource?: { id: string } };
  const id = made.resource?.id ?? '';
  const { attributes } = (await call('POST', `/applications/${id}/secrets`, {}, owner)).body as {
    attributes?: { secret: string };
  };
  return { accountId, id, owner, secret: attributes?.secret ?? '' };
}

const decide = (id: string, decision: string, body: object = {}, of = 'applications') =>
  call('POST', `/operations/${of}/${id}/${decision}`, body);
const seenBy = async (id: string) =>
  (await call('GET', `/operations/applications/${id}`)).body['attributes'] as Readonly<Record<string, unknown>>;
/** Decides on an application as it is now. */
const decideNow = async (id: string, decision: string, body: object = {}) =>
  decide(id, decision, { permissions: 'read-write-transact', version: (await seenBy(id))['version'], ...body });
const tokenOf = async (clientId: string, secret: string) => {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const { status, body } = await stage.auth.call('POST', '/token', { form });
  return [status, body.type === 'raw' ? (JSON.parse(body.body) as { error?: string }).error : undefined];
};
const basicOf = async (clientId: string, clientSecret: string): Promise<unknown> => {
  const { body } = await stage.auth.call('POST', '/internal/application-authentications', { clientId, clientSecret });
  return body.type === 'error' ? body.code : body.type;
};
const endedBy = async (kind: string, id: string): Promise<unknown> =>
  stage.auth.dataSource.query('SELECT before IS NULL AS "isAll" FROM revocations WHERE kind = $1 AND id = $2', [
    kind,
    id,
  ]);

it('an application of ours is not offered for suspension, which is refused', async () => {
  const { id } = await newIntegration();
  await decideNow(id, 'approvals');
  await stage.auth.dataSource.query("UPDATE applications SET kind = 'first-party' WHERE id = $1", [id]);
  const { body } = await call('GET', `/operations/applications/${id}`);
  expect(body).toMatchObject({ attributes: { status: 'active' } });
  expect(body['links']).not.toHaveProperty('suspend');
  expect((await decide(id, 'suspensions', { reason })).status).toBe(403);
});

describe('an integration', () => {
  it('gets no token before an operator has approved it', async () => {
    const { id, secret } = await newIntegration();
    expect(await tokenOf(id, secret)).toEqual([400, 'unauthorized_client']);
    expect(await basicOf(id, secret)).toBe('InvalidApplicationStatus');
    const approved = await decideNow(id, 'approvals');
    expect(approved.body).toMatchObject({
      kind: 'application-review',
      attributes: { status: 'active', permissions: 'read-write-transact' },
      links: { suspend: { kind: 'suspendApplication', id } },
    });
    expect(await tokenOf(id, secret)).toEqual([200, undefined]);
  });

  it('has the person who approved it on record', async () => {
    const { id } = await newIntegration();
    await decideNow(id, 'approvals');
    const query = { applicationId: id, type: 'application_approved' };
    const found = await stage.auth.service.call('GET', '/operations/security-events', { query, principal: operator });
    expect(found.body).toMatchObject({ items: [{ attributes: { personId: operator.userId } }] });
  });

  it('has the permissions that the operator says', async () => {
    const { id } = await newIntegration();
    const approved = await decideNow(id, 'approvals', { permissions: 'read' });
    expect(approved.body).toMatchObject({ attributes: { permissions: 'read' } });
  });

  it('is approved as it was looked at, and not as it is since', async () => {
    const { id, owner } = await newIntegration();
    const changes = (name: string, requirePkce: boolean, scopes: readonly string[]): readonly object[] => [
      { name },
      { redirectUrls: [`https://${name}.example/cb`] },
      { origins: [`https://${name}.example`] },
      { scopes },
      { permissions: 'write' },
      { requirePkce },
    ];
    const body = { permissions: 'read', reason };
    for (const asked of [changes('evil', true, ['send']), changes('worse', false, ['send', 'funding'])]) {
      for (const change of asked) {
        const { version = 'none' } = await seenBy(id);
        await call('POST', `/applications/${id}`, change, owner);
        for (const decision of ['approvals', 'rejections']) {
          const { status } = await decide(id, decision, { ...body, version });
          expect([change, status]).toEqual([change, 409]);
        }
      }
      await decideNow(id, 'approvals', { permissions: 'read' });
    }
    await call('POST', `/applications/${id}`, { name: 'Last' }, owner);
    expect((await decideNow(id, 'rejections', { reason })).status).toBe(200);
    expect(await seenBy(id)).not.toHaveProperty('version');
  });

  it('is not decided on without its version and what it may do', async () => {
    const { id } = await newIntegration();
    const { version } = await seenBy(id);
    const faultOf = async (decision: string, body: object) => (await decide(id, decision, body)).body['faults'];
    const required = (path: string) => [expect.objectContaining({ code: 'Required', path })];
    expect(await faultOf('approvals', { permissions: 'read' })).toEqual(required('/version'));
    expect(await faultOf('approvals', { version })).toEqual(required('/permissions'));
    expect(await faultOf('rejections', { reason })).toEqual(required('/version'));
  });

  it('keeps what it has until what it asks for is approved', async () => {
    const { id, owner } = await newIntegration({ scopes: ['transactions'], permissions: 'write' });
    await decideNow(id, 'approvals');
    const change = (body: object) => call('POST', `/applications/${id}`, body, owner);
    const asked = await change({ name: 'Sync 2', scopes: ['transactions', 'funding'] });
    const pending = { name: 'Sync 2', scopes: ['transactions', 'funding'] };
    expect(asked.body).toMatchObject({ attributes: { name: 'Sync', scopes: ['transactions'], pending } });
    const waiting = await call('GET', `/operations/applications/${id}`);
    expect(waiting.body).toMatchObject({ attributes: { status: 'active', pending } });
    const approved = await decideNow(id, 'approvals');
    expect(approved.body).toMatchObject({ attributes: pending });
    expect(approved.body['attributes']).not.toHaveProperty('pending');
    await change({ name: 'Sync 3' });
    const rejected = await decideNow(id, 'rejections', { reason });
    expect(rejected.body).toMatchObject({ attributes: { name: 'Sync 2', status: 'active' } });
  });

  it('is rejected for a reason, which its owner sees, and asks again', async () => {
    const { id, owner, secret } = await newIntegration();
    await decideNow(id, 'rejections', { reason });
    const seen = await call('GET', `/applications/${id}`, undefined, owner);
    expect(seen.body).toMatchObject({ attributes: { status: 'rejected', reason } });
    expect(await tokenOf(id, secret)).toEqual([400, 'unauthorized_client']);
    const late = { permissions: 'read', version: 'none' };
    expect((await decide(id, 'approvals', late)).body['code']).toBe('InvalidResourceState');
    await call('POST', `/applications/${id}`, { name: 'Better' }, owner);
    expect((await decideNow(id, 'approvals')).body).toMatchObject({ attributes: { status: 'active' } });
  });
});

describe('a suspension', () => {
  it('of an application ends its tokens, and a reinstatement lets it get others', async () => {
    const { accountId, id } = await newServer();
    expect((await decide(id, 'suspensions', {})).body).toMatchObject({ faults: [{ path: '/reason' }] });
    await decide(id, 'suspensions', { reason });
    const seen = await call('GET', `/applications/${id}`, undefined, applicationPrincipal({ accountId }));
    expect(seen.body).toMatchObject({ attributes: { status: 'suspended', reason } });
    expect([await tokenOf(id, SECRET), await basicOf(id, SECRET), await endedBy('application', id)]).toEqual([
      [400, 'unauthorized_client'],
      'InvalidApplicationStatus',
      [{ isAll: true }],
    ]);
    expect((await decide(id, 'suspensions', { reason })).body['code']).toBe('InvalidResourceState');
    await decide(id, 'reinstatements');
    expect([await tokenOf(id, SECRET), await basicOf(id, SECRET), await endedBy('application', id)]).toEqual([
      [200, undefined],
      'fact',
      [{ isAll: false }],
    ]);
    expect((await decide(id, 'reinstatements')).body['code']).toBe('InvalidResourceState');
  });

  it('of an account ends the tokens of all its applications', async () => {
    const { id, accountId } = await newServer();
    const suspended = await decide(accountId, 'suspensions', { reason }, 'accounts');
    expect(suspended.body).toMatchObject({ kind: 'account-standing', attributes: { status: 'suspended', reason } });
    expect([await tokenOf(id, SECRET), await basicOf(id, SECRET), await endedBy('account', accountId)]).toEqual([
      [400, 'unauthorized_client'],
      'InvalidAccountStatus',
      [{ isAll: true }],
    ]);
    await decide(accountId, 'reinstatements', {}, 'accounts');
    expect(await tokenOf(id, SECRET)).toEqual([200, undefined]);
    expect((await call('GET', `/operations/accounts/${accountId}`)).body).toMatchObject({
      attributes: { status: 'active' },
    });
  });

  it('of a person ends its sessions, and no password helps until it is reinstated', async () => {
    const person = await stage.newPerson();
    const { personId, email } = person;
    const visitor = await stage.loggedIn(person);
    await decide(personId, 'suspensions', { reason }, 'people');
    expect((await visitor.get('/me')).status).toBe(303);
    expect((await stage.visitor().send('/login', { email, password: PASSWORD })).status).toBe(401);
    expect(await endedBy('person', personId)).toEqual([{ isAll: true }]);
    await decide(personId, 'reinstatements', {}, 'people');
    await stage.loggedIn(person);
  });
});

describe('a reset of factors', () => {
  it('removes what the person has lost, logs it out everywhere, and is told by letter', async () => {
    const person = await stage.newPerson();
    const { personId, email } = person;
    const path = `/operations/people/${personId}`;
    const none = await call('POST', `${path}/factor-resets`, undefined);
    expect(none.body['code']).toBe('InvalidResourceState');
    const visitor = await stage.loggedIn(person);
    const { manager } = stage.auth.dataSource;
    const at = new Date();
    await manager.insert(SecondFactor, { personId, sealedSeed: Buffer.of(1), lastStep: '0', createdAt: at });
    await manager.insert(RecoveryCode, { personId, codeHash: randomUUID() });
    await manager.insert(Passkey, {
      ...{ id: newId(), personId, credentialId: randomUUID(), publicKey: Buffer.of(1), counter: '0', createdAt: at },
    });
    expect((await stage.visitor().send('/login', { email, password: PASSWORD })).location).toBe('/login/second-factor');
    expect((await call('GET', path)).body).toMatchObject({ attributes: { hasSecondFactor: true } });
    const tenant = { ...operator, scopes: operator.scopes.filter((scope) => scope !== 'operator') };
    expect((await call('POST', `${path}/factor-resets`, undefined, tenant)).body['code']).toBe('InvalidScopes');
    const reset = await call('POST', `${path}/factor-resets`, undefined);
    expect([reset.status, reset.body]).toMatchObject([200, { attributes: { hasSecondFactor: false } }]);
    expect((await visitor.get('/me')).location).toBe('/login');
    expect(await manager.countBy(RecoveryCode, { personId })).toBe(0);
    await stage.loggedIn(person);
    await until('a letter', () => stage.letters.some(({ to, subject }) => to === email && /reset/.test(subject)));
    const events = await stage.auth.dataSource.query<unknown[]>(
      `SELECT FROM security_events WHERE type = 'factor_removed' AND person_id = $1 AND method = 'operator'`,
      [personId],
    );
    expect(events.length).toBeGreaterThan(0);
    expect((await call('POST', `/operations/people/${newId()}/factor-resets`, undefined)).status).toBe(404);
  });
});

describe('operators', () => {
  it('see what waits, of all accounts, and nobody else does', async () => {
    const { id, owner } = await newIntegration();
    const { id: server } = await newServer();
    const idsOf = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
      const answer = await stage.auth.service.call('GET', '/operations/applications', { query, principal: operator });
      return answer.body.type === 'collection' ? answer.body.items.map((item) => item.id) : [];
    };
    const waiting = await idsOf({ status: 'waiting', limit: '200' });
    expect([waiting.includes(id), waiting.includes(server)]).toEqual([true, false]);
    expect(await idsOf({ status: 'active', limit: '200' })).toContain(server);
    const tenant = { ...owner, scopes: owner.scopes.filter((scope) => scope !== 'operator') };
    for (const [method, path] of [
      ['GET', '/operations/applications'],
      ['POST', `/operations/applications/${id}/approvals`],
      ['POST', `/operations/accounts/${owner.accountId}/suspensions`],
      ['POST', `/operations/people/${newId()}/suspensions`],
    ] as const) {
      expect((await call(method, path, {}, tenant)).body['code']).toBe('InvalidScopes');
    }
  });
});
