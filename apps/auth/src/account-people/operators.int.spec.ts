import { randomUUID } from 'node:crypto';
import type { Method } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../../test/support/pages-stage.js';
import { Membership } from '../person/membership.entity.js';
import { Person } from '../person/person.entity.js';
import type { SeededPerson } from '../seed.js';

const reason = 'Case 17.';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

/** The installation's own account, with an application of a known key and an owner; each test has one of its own. */
let accountId: string;
let application: string;
let owner: SeededPerson;
beforeEach(async () => {
  application = randomUUID();
  accountId = await stage.auth.openAccount({
    operator: true,
    application: { key: application, secret: 's'.repeat(32) },
  });
  owner = await stage.newPerson({ accountId });
});

const newOperator = () => stage.newPerson({ accountId, role: 'operator' });

const nowSeconds = (): number => Math.floor(stage.auth.clock.system().getTime() / 1_000);

interface Sent {
  readonly body?: object;
  readonly userId?: string | undefined;
  /** Of the log-in: now, unless it is said otherwise. */
  readonly authTime?: number;
}

async function call(method: Method, path: string, { body, userId, authTime = nowSeconds() }: Sent = {}) {
  const principal = { ...applicationPrincipal({ accountId }), ...(userId !== undefined && { userId, authTime }) };
  const answer = await stage.auth.service.call(method, path, { body, principal, key: randomUUID() });
  return { status: answer.status, body: answer.body as unknown as Readonly<Record<string, unknown>> };
}
/** As owners call: by a first-party token, without the scope of operators. */
async function asOwner(method: Method, path: string, body?: object) {
  const all = applicationPrincipal({ accountId });
  const scopes = all.scopes.filter((scope) => scope !== 'operator');
  const principal = { ...all, scopes, userId: owner.personId, authTime: nowSeconds() };
  const answer = await stage.auth.service.call(method, path, { body, principal, key: randomUUID() });
  return answer.body as unknown as Readonly<Record<string, unknown>>;
}
const asOperator = async (operator: SeededPerson, method: Method, path: string, body?: object) =>
  (await call(method, path, { ...(body && { body }), userId: operator.personId })).body;
const roleOf = async (personId: string): Promise<string | undefined> =>
  (await stage.auth.dataSource.manager.findOneBy(Membership, { accountId, personId }))?.role;

describe('an owner of the installation’s account', () => {
  it('changes no application that has the scope operator, and makes no secret of it', async () => {
    for (const [path, body] of [
      [`/applications/${application}/secrets`, {}],
      [`/applications/${application}`, { name: 'Mine', redirectUrls: ['https://evil.example/'] }],
    ] as const) {
      expect(await asOwner('POST', path, body)).toMatchObject({
        code: 'Forbidden',
        message: expect.stringContaining('scope operator'),
      });
    }
    const shown = await asOwner('GET', `/applications/${application}`);
    expect(shown).toMatchObject({ attributes: { scopes: expect.arrayContaining(['operator']) }, links: {} });
  });

  it('changes no operator, and is offered no way to', async () => {
    const operator = await newOperator();
    const path = `/people/${operator.personId}`;
    for (const body of [{ role: 'viewer' }, { removed: true }]) {
      expect(await asOwner('POST', path, body)).toMatchObject({
        code: 'Forbidden',
        message: expect.stringContaining('operator of the installation'),
      });
    }
    expect(await asOwner('GET', path)).toMatchObject({ attributes: { role: 'operator' }, links: {} });
    expect(await roleOf(operator.personId)).toBe('operator');
  });
});

it('an application with the scope operator rotates its own secret', async () => {
  const own = { ...applicationPrincipal({ accountId }), applicationId: application };
  const path = `/applications/${application}/secrets`;
  const { status } = await stage.auth.service.call('POST', path, { body: {}, principal: own, key: randomUUID() });
  expect(status).toBe(200);
});

describe('an operator', () => {
  it('is changed and removed by operators who have just logged in', async () => {
    const [first, second] = [await newOperator(), await newOperator()];
    const path = `/operations/people/${second.personId}`;
    const seen = await asOperator(first, 'GET', path);
    expect(seen).toMatchObject({ attributes: { role: 'operator' }, links: { edit: {}, remove: {} } });
    expect(await asOperator(first, 'POST', path, {})).toMatchObject({ faults: [{ code: 'Required', path: '/role' }] });
    const demoted = await asOperator(first, 'POST', path, { role: 'viewer' });
    expect([demoted, await roleOf(second.personId)]).toMatchObject([{ attributes: { role: 'viewer' } }, 'viewer']);
    await asOperator(first, 'POST', path, { role: 'operator' });
    expect(await roleOf(second.personId)).toBe('operator');
    expect(await asOperator(first, 'DELETE', path)).toMatchObject({ attributes: { role: 'operator' } });
    expect(await roleOf(second.personId)).toBeUndefined();
  });

  it('is changed neither by an application nor after a log-in of long ago', async () => {
    const [first, second] = [await newOperator(), await newOperator()];
    const path = `/operations/people/${second.personId}`;
    const authTime = nowSeconds() - 6 * 60;
    const body = { role: 'viewer' };
    for (const userId of [undefined, first.personId]) {
      expect((await call('DELETE', path, { userId, authTime })).body['code']).toBe('Forbidden');
      expect((await call('POST', path, { body, userId, authTime })).body['code']).toBe('Forbidden');
    }
  });

  it('does not change people of other accounts, whose owners do', async () => {
    const operator = await newOperator();
    const stranger = await stage.newPerson();
    const path = `/operations/people/${stranger.personId}`;
    expect(await asOperator(operator, 'GET', path)).toMatchObject({ links: { suspend: {} } });
    expect(await asOperator(operator, 'GET', path)).not.toHaveProperty('links.edit');
    expect((await asOperator(operator, 'DELETE', path))['code']).toBe('InvalidResourceState');
    expect((await asOperator(operator, 'DELETE', `/operations/people/${newId()}`))['code']).toBe('NotFound');
  });
});

describe('the last operator', () => {
  it('is neither suspended nor removed nor given another role, whoever asks', async () => {
    const [operator, suspended] = [await newOperator(), await newOperator()];
    expect(
      (await call('POST', `/operations/people/${suspended.personId}/suspensions`, { body: { reason } })).status,
    ).toBe(200);
    const path = `/operations/people/${operator.personId}`;
    const conflict = { code: 'Conflict', message: expect.stringContaining('last operator') };
    expect((await call('POST', `${path}/suspensions`, { body: { reason } })).body).toMatchObject(conflict);
    expect(await asOperator(operator, 'DELETE', path)).toMatchObject(conflict);
    expect(await asOperator(operator, 'POST', path, { role: 'owner' })).toMatchObject(conflict);
    expect(await roleOf(operator.personId)).toBe('operator');
  });

  it.each(['DELETE', 'suspensions'] as const)(
    'stays when two act on each other in the same moment: %s',
    async (act) => {
      const operators = [await newOperator(), await newOperator()] as const;
      const [one, other] = operators;
      const act1 = (on: SeededPerson, by: SeededPerson) =>
        act === 'DELETE'
          ? call('DELETE', `/operations/people/${on.personId}`, { userId: by.personId })
          : call('POST', `/operations/people/${on.personId}/suspensions`, { body: { reason }, userId: by.personId });
      const answers = await Promise.all([act1(other, one), act1(one, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    },
  );
});

describe('the installation’s account', () => {
  it('is not suspended, whoever asks, and is offered no suspension', async () => {
    const path = `/operations/accounts/${accountId}`;
    const answer = await call('POST', `${path}/suspensions`, { body: { reason } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'Conflict' } });
    expect((await call('GET', path)).body).not.toHaveProperty('links.suspend');
    const { body } = await call('GET', '/operations/accounts');
    const { items = [] } = body as { items?: readonly { id: string; links: object }[] };
    expect(items.find(({ id }) => id === accountId)?.links).not.toHaveProperty('suspend');
  });

  it('is operated again by who the seed makes an operator, whatever was suspended', async () => {
    const lost = await newOperator();
    const { dataSource } = stage.auth;
    await dataSource.query('UPDATE accounts SET suspended_at = now(), reason = $2 WHERE id = $1', [accountId, reason]);
    await dataSource.manager.update(Person, { id: lost.personId }, { suspendedAt: new Date(), reason });
    await dataSource.manager.update(Membership, { personId: lost.personId }, { role: 'viewer' });
    const { email, personId } = lost;
    await stage.seed.addPerson({ accountId, email, name: 'Ada', role: 'operator' });
    expect(await roleOf(personId)).toBe('viewer');
    await stage.seed.addOperator({ accountId, email, name: 'Ada' });
    expect(await roleOf(personId)).toBe('operator');
    await stage.loggedIn({ email });
    expect((await call('GET', `/operations/accounts/${accountId}`)).body).toMatchObject({
      attributes: { status: 'active' },
    });
    expect((await call('GET', `/operations/people/${personId}`)).body).toMatchObject({
      attributes: { status: 'active', role: 'operator' },
    });
  });
});
