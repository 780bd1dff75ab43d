import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApplicationPrincipal, scopes } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { randomBytes, randomUUID } from 'node:crypto';
import { AuthApp, operationOf, serviceOperation } from '../../test/support/auth-app.js';

let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.close());

const transfers = operationOf({ kind: 'service', service: 'transfers' });
const newApplication = () => ({ key: randomUUID(), secret: randomBytes(32).toString('base64url') });
const principal = (accountId: string, granted: ApplicationPrincipal['scopes'] = []): ApplicationPrincipal => ({
  kind: 'application',
  applicationId: newId(),
  accountId,
  scopes: granted,
  may: 'read-write-transact',
});

async function open(body: object = {}, operation = serviceOperation()): Promise<string> {
  const full = { name: 'Acme', application: newApplication(), ...body };
  return (await auth.expect('created', 'POST', '/accounts', full, operation)).resource.id;
}

const authenticate = (application: { key: string; secret: string }) =>
  auth.call('POST', '/internal/application-authentications', {
    clientId: application.key,
    clientSecret: application.secret,
  });

describe('POST /accounts', () => {
  it('opens an account whose application has every scope but operator', async () => {
    const application = newApplication();
    const id = await open({ application });
    expect((await authenticate(application)).body).toEqual({
      type: 'fact',
      fact: {
        kind: 'application',
        applicationId: application.key,
        accountId: id,
        scopes: scopes.filter((scope) => scope !== 'operator'),
        may: 'read-write-transact',
      },
    });
  });

  it('tells that the account was opened, with its names sealed', async () => {
    const id = await open({ name: 'Confidential Ltd' });
    const fact = { partyId: id, accountId: id, kind: 'account', type: 'account', status: 'verified', version: 1 };
    expect(await auth.recorded(id)).toEqual([
      { key: id, sequence: 1, accountId: id, type: 'auth.account-opened.v1', data: { accountId: id, fact } },
    ]);
    const sealed = await auth.dataSource.query<{ sealed: Buffer }[]>('SELECT sealed FROM history WHERE key = $1', [id]);
    expect(sealed[0]?.sealed.length).toBeGreaterThan(0);
    expect(sealed[0]?.sealed.toString('latin1')).not.toContain('Confidential');
    const asked = await auth.expect('fact', 'GET', `/internal/accounts/${id}`, undefined, transfers);
    expect(asked.fact).toEqual(fact);
  });

  it('is for the gateway and operators alone: another service opens none', async () => {
    const application = newApplication();
    const body = { name: 'Taken Over', operator: true, application };
    const answer = await auth.call('POST', '/accounts', body, transfers);
    expect(answer.body).toMatchObject({ type: 'error', code: 'Forbidden' });
  });

  it('repeated under one operation opens one account, even when the outcome was forgotten', async () => {
    const operation = serviceOperation();
    const application = newApplication();
    const first = await open({ application }, operation);
    await auth.dataSource.query('DELETE FROM operations');
    expect(await open({ application }, operation)).toBe(first);
    expect(await auth.recorded(first)).toHaveLength(1);
  });

  it('gives the operator scope when another service asks for it', async () => {
    const application = newApplication();
    await open({ application, operator: true });
    expect((await authenticate(application)).body).toMatchObject({ fact: { scopes: [...scopes] } });
  });

  it('is open to operators, who cannot make operators', async () => {
    const operator = () => operationOf(principal(newId(), ['operator']));
    await expect(open({}, operator())).resolves.toEqual(expect.any(String));
    const body = { name: 'Acme', application: newApplication(), operator: true };
    expect((await auth.call('POST', '/accounts', body, operator())).body).toMatchObject({
      faults: [{ code: 'NotAllowed', path: '/operator' }],
    });
    const tenant = operationOf(principal(newId(), ['send']));
    expect((await auth.call('POST', '/accounts', body, tenant)).body).toMatchObject({ code: 'InvalidScopes' });
  });

  it('refuses a key that is taken, however it is written, and leaves no account behind', async () => {
    const application = newApplication();
    await open({ application });
    const before = await auth.dataSource.query<unknown[]>('SELECT id FROM accounts');
    const again = { name: 'Other', application: { ...application, key: application.key.toUpperCase() } };
    const answer = await auth.call('POST', '/accounts', again);
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ code: 'Duplicate', path: '/application/key' }] } });
    expect(await auth.dataSource.query('SELECT id FROM accounts')).toHaveLength(before.length);
  });

  it('lets one of several at once have a key', async () => {
    const application = newApplication();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => auth.call('POST', '/accounts', { name: 'Acme', application })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  const secret = 'k7wVb1mSxq2yN9rT4cZ8pL0dHf3uGj6A';
  it.each([
    ['nothing', {}, ['Required /name', 'Required /application']],
    [
      'an empty application',
      { name: 'A', application: {} },
      ['Required /application/key', 'Required /application/secret'],
    ],
    ['a blank name', { name: ' ', application: { key: randomUUID(), secret } }, ['Required /name']],
    ['a name with a zero byte', { name: 'a\0b', application: { key: randomUUID(), secret } }, ['InvalidFormat /name']],
    ['a number as name', { name: 7, application: { key: randomUUID(), secret } }, ['InvalidFormat /name']],
    ['a short key', { name: 'A', application: { key: 'short', secret } }, ['InvalidFormat /application/key']],
    [
      'a key of odd characters',
      { name: 'A', application: { key: `${'k'.repeat(30)}:`, secret } },
      ['InvalidFormat /application/key'],
    ],
    [
      'a short secret',
      { name: 'A', application: { key: randomUUID(), secret: 's'.repeat(31) } },
      ['InvalidFormat /application/secret'],
    ],
    [
      'a blank name of the application',
      { name: 'A', application: { name: ' ', key: randomUUID(), secret } },
      ['Required /application/name'],
    ],
    [
      'a name of the application on two lines',
      { name: 'A', application: { name: 'A\nB', key: randomUUID(), secret } },
      ['InvalidFormat /application/name'],
    ],
    ['a list as application', { name: 'A', application: [] }, ['InvalidFormat /application']],
  ])('refuses %s', async (_, body, faults) => {
    const { status, body: error } = await auth.call('POST', '/accounts', body);
    expect(status).toBe(400);
    if (error.type !== 'error') throw new Error('no refusal');
    expect(error.faults?.map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
  });
});

describe('GET /accounts/{id}', () => {
  it('answers the account to its own applications', async () => {
    const id = await open({ name: 'Acme' });
    const own = operationOf(principal(id, ['managecustomers', 'accountinfofull']));
    const account = await auth.expect('resource', 'GET', `/accounts/${id}`, undefined, own);
    expect(account).toEqual({
      type: 'resource',
      kind: 'account',
      id,
      attributes: { id, name: 'Acme', timezoneOffset: -6, type: 'Commercial' },
      links: {
        receive: { kind: 'createTransfer', id: '' },
        send: { kind: 'createTransfer', id: '' },
        'funding-sources': { kind: 'listAccountFundingSources', id },
        transfers: { kind: 'listAccountTransfers', id },
        customers: { kind: 'listCustomers', id: '' },
        statistics: { kind: 'statistics', id },
        clock: { kind: 'sandbox-clock', id: '' },
      },
    });
  });

  it('shows its id and links alone without the scope accountinfofull', async () => {
    const id = await open({ name: 'Acme' });
    const own = operationOf(principal(id, ['transactions']));
    const account = await auth.expect('resource', 'GET', `/accounts/${id}`, undefined, own);
    expect(account.attributes).toEqual({ id });
    expect(account.links).toMatchObject({ transfers: { kind: 'listAccountTransfers', id } });
  });

  it('has a link to the customers for who may manage them', async () => {
    const id = await open();
    const account = await auth.expect('resource', 'GET', `/accounts/${id}`, undefined, operationOf(principal(id)));
    expect(account.links['customers']).toBeUndefined();
  });

  it.each(['another account', 'no account', 'no id'])('answers 404 for %s', async (which) => {
    const [own, other] = [await open(), await open()];
    const id = which === 'another account' ? other : which === 'no account' ? newId() : 'x';
    const answer = await auth.call('GET', `/accounts/${id}`, undefined, operationOf(principal(own)));
    expect(answer).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });
});

describe('what only services may ask', () => {
  it.each([
    ['GET', '/internal/signing-keys', undefined],
    ['GET', `/internal/accounts/${newId()}`, undefined],
    ['POST', '/internal/application-authentications', { clientId: 'x', clientSecret: 'y' }],
  ] as const)('%s %s does not exist for applications', async (method, path, body) => {
    const answer = await auth.call(method, path, body, operationOf(principal(newId(), ['operator'])));
    expect(answer).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  it('refuses wrong credentials', async () => {
    const application = newApplication();
    await open({ application });
    for (const wrong of [
      { ...application, secret: 'x' },
      { ...application, key: randomUUID() },
    ]) {
      expect(await authenticate(wrong)).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
    }
  });

  it('keeps no secret that could be read back', async () => {
    const application = newApplication();
    await open({ application });
    const rows = await auth.dataSource.query<unknown>('SELECT row_to_json(a)::text FROM applications a');
    expect(JSON.stringify(rows)).not.toContain(application.secret);
  });
});

describe('POST /internal/accounts/names', () => {
  it('names the account alone', async () => {
    const [id, other] = [await open({ name: 'Corner shop' }), await open()];
    const ask = async (ids: readonly string[]) =>
      (await auth.call('POST', '/internal/accounts/names', { accountId: id, ids }, transfers)).body;
    expect(await ask([id, other])).toEqual({ type: 'fact', fact: { names: { [id]: 'Corner shop' } } });
    expect(await ask([other])).toEqual({ type: 'fact', fact: { names: {} } });
    expect(await ask(['id'])).toMatchObject({ type: 'error', code: 'BadRequest' });
  });
});
