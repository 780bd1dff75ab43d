import { randomUUID } from 'node:crypto';
import type { ApplicationPrincipal, Method, Permissions, Scope } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../../test/support/pages-stage.js';

const FULL: readonly Scope[] = ['send', 'transactions', 'accountinfofull'];
const FIELDS = { redirectUrls: ['https://ledger.example/callback'], scopes: ['transactions'] };

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

interface Caller {
  readonly accountId: string;
  readonly applicationId?: string;
  readonly scopes?: readonly Scope[];
  readonly may?: Permissions;
  readonly userId?: string;
  readonly authTime?: number;
}

function principalOf({ accountId, applicationId, scopes = FULL, may, ...person }: Caller): ApplicationPrincipal {
  return {
    ...applicationPrincipal({ accountId, scopes }),
    ...(applicationId !== undefined && { applicationId }),
    ...(may && { may }),
    ...person,
  };
}

async function call(caller: Caller, method: Method, path: string, body?: object, key?: string) {
  const principal = principalOf(caller);
  const answer = await stage.auth.service.call(method, path, { body, principal, ...(key !== undefined && { key }) });
  return { status: answer.status, body: answer.body as unknown as Readonly<Record<string, unknown>> };
}

const codeOf = ({ body }: Awaited<ReturnType<typeof call>>): unknown => body['code'];

/** An account with its first application, which may do everything. */
async function newOwner() {
  const key = randomUUID();
  const application = { key, secret: 's'.repeat(32) };
  const accountId = await stage.auth.openAccount({ application });
  return { accountId, applicationId: key };
}

async function create(caller: Caller, given: object = {}): Promise<string> {
  const body = { name: 'Ledger Sync', kind: 'server', scopes: FULL, ...given };
  const answer = await call(caller, 'POST', '/applications', body);
  const { resource } = answer.body as { resource?: { id: string } };
  if (!resource) throw new Error(JSON.stringify(answer.body));
  return resource.id;
}

const attributesOf = async (caller: Caller, id: string): Promise<Readonly<Record<string, unknown>>> =>
  (await call(caller, 'GET', `/applications/${id}`)).body['attributes'] as Readonly<Record<string, unknown>>;

async function secretOf(caller: Caller, id: string, body: object = {}): Promise<string> {
  const answer = await call(caller, 'POST', `/applications/${id}/secrets`, body, randomUUID());
  const { attributes } = answer.body as { attributes?: { secret: string } };
  if (!attributes) throw new Error(JSON.stringify(answer.body));
  return attributes.secret;
}

const works = async (clientId: string, clientSecret: string): Promise<boolean> =>
  (await stage.auth.call('POST', '/internal/application-authentications', { clientId, clientSecret })).status === 200;

describe('security events of an application', () => {
  it('tell that it was registered, and that its secret was replaced', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    await secretOf(owner, id);
    const { body } = await call(owner, 'GET', '/security-events');
    const items = body['items'] as readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
    expect(items.map(({ attributes: { type, applicationId } }) => [type, applicationId])).toEqual([
      ['secret_rotated', id],
      ['application_registered', id],
    ]);
  });
});

describe('an application of an account', () => {
  it('is a server, active at once, with the scopes that are asked, and may read unless more is asked', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    expect(await attributesOf(owner, id)).toEqual({
      ...{ id, key: id, name: 'Ledger Sync', kind: 'server', status: 'active', permissions: 'read' },
      ...{ scopes: FULL, redirectUrls: [], postLogoutRedirectUrls: [], strictRedirects: false, requirePkce: false },
      ...{ origins: ['http://localhost:*', 'https://localhost:*'], created: expect.any(String) },
    });
    const other = await create(owner, { scopes: ['Transactions', 'SEND'], permissions: 'write' });
    expect(await attributesOf(owner, other)).toMatchObject({ scopes: ['send', 'transactions'], permissions: 'write' });
  });

  it('is registered with profile and email by clients that send them, which changes nothing', async () => {
    const owner = await newOwner();
    const id = await create(owner, { kind: 'integration', ...FIELDS, scopes: ['transactions', 'profile', 'email'] });
    expect(await attributesOf(owner, id)).toMatchObject({ scopes: ['transactions'] });
    const path = `/applications/${id}`;
    expect((await call(owner, 'POST', path, { scopes: ['send', 'Email'] })).body).toMatchObject({
      attributes: { scopes: ['send'] },
    });
  });

  it.each([[undefined], [[]]])('asks for a scope: %j is refused', async (scopes) => {
    const owner = await newOwner();
    const answer = await call(owner, 'POST', '/applications', { name: 'X', kind: 'server', scopes });
    expect(answer.body).toMatchObject({ code: 'ValidationError', faults: [{ code: 'Required', path: '/scopes' }] });
  });

  it('is an integration that waits, with redirect URLs', async () => {
    const owner = await newOwner();
    const refused = await call(owner, 'POST', '/applications', { name: 'X', kind: 'integration', scopes: FULL });
    expect(refused.body).toMatchObject({ faults: [{ code: 'Required', path: '/redirectUrls' }] });
    const id = await create(owner, { kind: 'integration', ...FIELDS, strictRedirects: 'true' });
    expect(await attributesOf(owner, id)).toMatchObject({
      ...{ status: 'waiting', ...FIELDS, strictRedirects: true, requirePkce: true },
    });
  });

  it.each([
    ['another kind', { kind: 'first-party' }, '/kind'],
    ['a bad redirect URL', { redirectUrls: ['https://a.example/', 'http://a.example/'] }, '/redirectUrls/1'],
    ['too many of them', { redirectUrls: Array(21).fill('https://a.example/') }, '/redirectUrls'],
    ['a bad one after the log-out', { postLogoutRedirectUrls: ['ftp://a.example/'] }, '/postLogoutRedirectUrls/0'],
    ['an unknown scope', { scopes: ['transactions', 'everything'] }, '/scopes/1'],
    ['the scope of operators', { scopes: ['operator'] }, '/scopes/0'],
    ['unknown permissions', { permissions: 'all' }, '/permissions'],
    ['no name', { name: ' ' }, '/name'],
    ['a bad origin', { origins: ['shop.example'] }, '/origins/0'],
  ])('is refused with %s', async (_, given, path) => {
    const owner = await newOwner();
    const answer = await call(owner, 'POST', '/applications', { name: 'X', kind: 'server', scopes: FULL, ...given });
    expect(answer.body).toMatchObject({ code: 'ValidationError', faults: [{ path }] });
  });

  it('is listed with the others, newest first, page by page', async () => {
    const owner = await newOwner();
    const ids = [owner.applicationId, await create(owner), await create(owner), await create(owner)].reverse();
    const { body } = await call(owner, 'GET', '/applications');
    expect(body).toMatchObject({ of: 'application', total: 4, items: ids.map((id) => ({ id })) });
  });

  it('is one of a hundred at most, however many are made at once', async () => {
    const owner = await newOwner();
    await stage.auth.dataSource.query(
      `INSERT INTO applications (id, account_id, key, name, number, scopes, status, created_at)
       SELECT id, $1, id::text, 'X', number, '{}', 'active', now()
       FROM (SELECT gen_random_uuid() AS id, number FROM generate_series(2, 98) AS number) AS made`,
      [owner.accountId],
    );
    const body = { name: 'X', kind: 'server', scopes: FULL };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(owner, 'POST', '/applications', body)));
    expect(answers.map((answer) => codeOf(answer) ?? answer.status).sort()).toEqual([
      201,
      201,
      'MaxNumberOfResources',
      'MaxNumberOfResources',
    ]);
    const { body: refused } = await call(owner, 'POST', '/applications', body);
    expect(refused['message']).toContain('100 applications at most');
    const numbers: { number: number }[] = await stage.auth.dataSource.query(
      'SELECT number FROM applications WHERE account_id = $1 ORDER BY number',
      [owner.accountId],
    );
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('of another account is not found, whatever is sent to it', async () => {
    const owner = await newOwner();
    const stranger = await newOwner();
    for (const id of [owner.applicationId, newId()]) {
      expect(codeOf(await call(stranger, 'GET', `/applications/${id}`))).toBe('NotFound');
      expect(codeOf(await call(stranger, 'POST', `/applications/${id}`, { name: 1 }))).toBe('NotFound');
      expect(codeOf(await call(stranger, 'POST', `/applications/${id}/secrets`, { previousValidFor: -1 }))).toBe(
        'NotFound',
      );
    }
  });

  it('keeps its kind, and needs something to change', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    const change = (body: object) => call(owner, 'POST', `/applications/${id}`, body);
    expect((await change({ kind: 'integration' })).body).toMatchObject({ faults: [{ code: 'ReadOnly' }] });
    expect((await change({})).body).toMatchObject({ faults: [{ code: 'Required', path: '' }] });
    const changed = await change({ name: 'Ledger', requirePkce: true, scopes: ['send'] });
    expect(changed.body).toMatchObject({ attributes: { name: 'Ledger', requirePkce: true, scopes: ['send'] } });
  });

  it('of the operator keeps its scope, which nobody gives or takes away', async () => {
    const owner = await newOwner();
    const { accountId, applicationId } = owner;
    await stage.auth.dataSource.query(`UPDATE applications SET scopes = '{operator,send}' WHERE id = $1`, [
      applicationId,
    ]);
    const caller = { accountId, scopes: ['operator', 'send', 'accountinfofull'] } as const;
    await call(caller, 'POST', `/applications/${applicationId}`, { scopes: ['send'] });
    expect(await attributesOf(caller, applicationId)).toMatchObject({ scopes: ['send', 'operator'] });
    const body = { name: 'X', kind: 'server', scopes: ['operator'] };
    expect(codeOf(await call(caller, 'POST', '/applications', body))).toBe('ValidationError');
  });
});

describe('the secret of an application', () => {
  it('is answered at the address below its application', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    const { body } = await call(owner, 'POST', `/applications/${id}/secrets`, {}, randomUUID());
    expect(body).toMatchObject({ kind: 'application-secret', id });
  });

  it('is replaced, and the former one works until its own time', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    const self = { ...owner, applicationId: id };
    const first = await secretOf(owner, id);
    const second = await secretOf(self, id, { previousValidFor: 60 });
    const third = await secretOf(self, id, { previousValidFor: 3600 });
    const now = () => Promise.all([first, second, third].map((secret) => works(id, secret)));
    expect(await now()).toEqual([true, true, true]);
    stage.auth.clock.advance(60_000);
    expect(await now()).toEqual([false, true, true]);
    stage.auth.clock.advance(3_540_000);
    expect(await now()).toEqual([false, false, true]);
  });

  it('leaves five former ones at most, and none if it is to be the only one', async () => {
    const owner = await newOwner();
    const id = await create(owner);
    const self = { ...owner, applicationId: id };
    const secrets = [await secretOf(owner, id)];
    for (let round = 0; round < 5; round += 1) secrets.push(await secretOf(self, id));
    const beyond = await call(self, 'POST', `/applications/${id}/secrets`, {}, randomUUID());
    expect(beyond).toMatchObject({ status: 409, body: { code: 'Conflict' } });
    expect(beyond.body['message']).toContain('5 former secrets');
    expect(await Promise.all(secrets.map((secret) => works(id, secret)))).toEqual(Array(6).fill(true));
    const only = await secretOf(self, id, { previousValidFor: 0 });
    const ended = 'SELECT FROM revocations WHERE kind = $1 AND id = $2';
    expect(await stage.auth.dataSource.query(ended, ['credentials', id])).toHaveLength(1);
    expect(await Promise.all([...secrets, only].map((secret) => works(id, secret)))).toEqual([
      ...Array<boolean>(6).fill(false),
      true,
    ]);
  });

  it('is answered again to the same Idempotency-Key, which is required, and stored only as a hash', async () => {
    const owner = await newOwner();
    const { applicationId } = owner;
    const path = `/applications/${applicationId}/secrets`;
    expect((await call(owner, 'POST', path, {})).body).toMatchObject({
      faults: [{ code: 'Required', path: '/headers/Idempotency-Key' }],
    });
    const principal = principalOf({ ...owner, scopes: ALL });
    const [key, operationId] = [randomUUID(), newId()];
    const answers = await Promise.all(
      [1, 2].map(() => stage.auth.service.call('POST', path, { body: {}, principal, key, operationId })),
    );
    const [first, again] = answers.map(({ body }) => body as { attributes?: { secret: string } });
    const secret = first?.attributes?.secret ?? again?.attributes?.secret ?? 'none';
    const repeated = await stage.auth.service.call('POST', path, { body: {}, principal, key, operationId });
    expect(repeated.body).toMatchObject({ attributes: { secret } });
    for (const table of ['applications', 'history', 'operations']) {
      const rows: unknown = await stage.auth.dataSource.query(
        `SELECT row_to_json(it)::text AS row FROM ${table} AS it`,
      );
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it.each([-1, 2_592_001, 0.5, '60'])('is not replaced with previousValidFor %p', async (previousValidFor) => {
    const owner = await newOwner();
    const path = `/applications/${owner.applicationId}/secrets`;
    expect((await call(owner, 'POST', path, { previousValidFor }, randomUUID())).body).toMatchObject({
      faults: [{ path: '/previousValidFor' }],
    });
  });
});

const ALL: readonly Scope[] = ['send', 'transactions', 'funding', 'managecustomers', 'accountinfofull', 'openid'];

describe('a server application with accountinfofull alone', () => {
  it('reaches no more by any way', async () => {
    const owner = await newOwner();
    const sending = await create(owner);
    const low = await create(owner, { scopes: ['accountinfofull'] });
    const self: Caller = { ...owner, applicationId: low, scopes: ['accountinfofull'] };
    const body = { name: 'X', kind: 'server' };
    const path = `/applications/${low}`;
    const tries: readonly [string, object][] = [
      ['/applications', { ...body, scopes: ['send'] }],
      ['/applications', { ...body, kind: 'integration', ...FIELDS, scopes: ['accountinfofull', 'send'] }],
      [path, { scopes: ['accountinfofull', 'SEND'] }],
      [`/applications/${sending}`, { redirectUrls: ['https://evil.example/'] }],
      [`/applications/${sending}`, { origins: ['https://evil.example'] }],
      [`/applications/${sending}/secrets`, {}],
      [`/applications/${owner.applicationId}/secrets`, { previousValidFor: 0 }],
      ['/invitations', { email: `${randomUUID()}@example.com`, name: 'Eve', role: 'treasurer' }],
    ];
    for (const [to, sent] of tries) expect(codeOf(await call(self, 'POST', to, sent, randomUUID()))).toBe('Forbidden');

    const made = await create(self, { scopes: ['accountinfofull'] });
    await secretOf(self, made);
    // Its second secret is a replacement, and that of the maker itself is its own.
    expect(codeOf(await call(self, 'POST', `/applications/${made}/secrets`, {}, randomUUID()))).toBe('Forbidden');
    await secretOf(self, low);
  });

  it('gives no more permissions than its own, and a token with fewer scopes no others', async () => {
    const owner = await newOwner();
    const reader: Caller = { ...owner, may: 'write' };
    const body = { name: 'X', kind: 'server', scopes: ['send'], permissions: 'read-write-transact' };
    expect(codeOf(await call(reader, 'POST', '/applications', body))).toBe('Forbidden');
    const narrow: Caller = { ...owner, scopes: ['accountinfofull'] };
    const path = `/applications/${owner.applicationId}/secrets`;
    expect(codeOf(await call(narrow, 'POST', path, {}, randomUUID()))).toBe('Forbidden');
  });
});

describe('who looks after applications', () => {
  it('is no integration, not even that of the account', async () => {
    const owner = await newOwner();
    const id = await create(owner, { kind: 'integration', ...FIELDS });
    const integration = { ...owner, applicationId: id };
    const person = await stage.newPerson({ accountId: owner.accountId });
    for (const caller of [integration, { ...integration, userId: person.personId }]) {
      expect(codeOf(await call(caller, 'GET', '/applications'))).toBe('Forbidden');
      expect(codeOf(await call(caller, 'POST', '/applications', {}))).toBe('Forbidden');
      expect(codeOf(await call(caller, 'GET', '/people'))).toBe('Forbidden');
    }
  });

  it('is an owner, for whom a log-in must be fresh to change something', async () => {
    const { accountId } = await newOwner();
    const owner = await stage.newPerson({ accountId });
    const member = await stage.newPerson({ accountId, role: 'member' });
    const caller = { accountId, userId: owner.personId };
    const body = { name: 'X', kind: 'server', scopes: ['funding'] };
    expect(codeOf(await call({ accountId, userId: member.personId }, 'GET', `/applications/${newId()}`))).toBe(
      'Forbidden',
    );
    expect((await call(caller, 'GET', '/applications')).status).toBe(200);
    expect(codeOf(await call(caller, 'POST', '/applications', body))).toBe('Forbidden');
    const fresh = { ...caller, ...stage.freshly(owner.personId) };
    const id = await create(fresh, body);
    // An owner passes on what the token of the page that it uses does not have.
    expect(await attributesOf(fresh, id)).toMatchObject({ scopes: ['funding'] });
    await secretOf(fresh, id);
    stage.auth.clock.advance(5 * 60_000 + 1);
    await stage.loggedIn(owner);
    expect(codeOf(await call(fresh, 'POST', `/applications/${id}`, { name: 'Y' }))).toBe('Forbidden');
  });
});
