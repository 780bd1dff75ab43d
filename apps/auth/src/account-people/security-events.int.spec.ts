import { randomUUID } from 'node:crypto';
import type { CollectionAnswer } from '@halyard/contracts';
import { securityEventRoutes } from '@halyard/contracts/security-events';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { People } from '../person/people.js';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

const BROWSER = 'Mozilla/5.0 (X11; Linux) Firefox/150.0';
type Query = Readonly<Record<string, string | string[]>>;

const fromBrowser = { headers: { 'user-agent': BROWSER } };

async function ask(path: string, accountId: string, query: Query, userId?: string) {
  const principal = { ...applicationPrincipal({ accountId }), ...(userId !== undefined && { userId }) };
  const { body } = await stage.auth.service.call('GET', path, { principal, query });
  return body as unknown as CollectionAnswer & { readonly code?: string };
}

const listOf = (accountId: string, query: Query = {}, userId?: string) =>
  ask(securityEventRoutes.listSecurityEvents.path, accountId, query, userId);
const listOfAll = (query: Query = {}) => ask(securityEventRoutes.listAllSecurityEvents.path, randomUUID(), query);
const typesOf = ({ items }: CollectionAnswer) => items.map(({ attributes }) => attributes['type']);

async function logOut(visitor: ReturnType<PagesStage['visitor']>): Promise<void> {
  await visitor.send('/logout', { answer: 'leave' }, fromBrowser);
}

describe('security events', () => {
  it('tell what people did, newest first, from where and with what', async () => {
    const owner = await stage.newPerson();
    const visitor = stage.visitor('192.0.2.9');
    await visitor.send('/login', { email: owner.email, password: 'something else' }, fromBrowser);
    await visitor.send('/login', { email: owner.email, password: PASSWORD }, fromBrowser);
    const chosen = { 'new-password': 'a battery of horses', 'repeated-password': 'a battery of horses' };
    await visitor.send('/me/password', { ...chosen, 'present-password': PASSWORD }, fromBrowser);
    await logOut(visitor);

    const list = await listOf(owner.accountId);
    expect(typesOf(list)).toEqual(['logout', 'password_changed', 'login_succeeded', 'login_failed', 'person_joined']);
    const from = { personId: owner.personId, network: '192.0.2.9', userAgent: BROWSER };
    expect(list.items[2]?.attributes).toEqual({
      ...{ id: expect.any(String), type: 'login_succeeded', created: expect.any(String) },
      ...from,
      method: 'pwd',
    });
    expect(list.items[3]?.attributes).toMatchObject({ ...from, method: 'pwd' });
    expect(list).toMatchObject({ of: 'security-event', total: 5, page: { limit: 25, offset: 0 } });
  });

  it('are filtered by type, person, application and time, and paged', async () => {
    const owner = await stage.newPerson();
    const { accountId, personId } = owner;
    const other = await stage.newPerson({ accountId, role: 'viewer' });
    await stage.loggedIn(other);
    expect(typesOf(await listOf(accountId, { type: 'person_joined' }))).toEqual(['person_joined', 'person_joined']);
    expect(typesOf(await listOf(accountId, { personId: personId }))).toEqual(['person_joined']);
    expect(typesOf(await listOf(accountId, { applicationId: personId }))).toEqual([]);
    expect(typesOf(await listOf(accountId, { type: ['login_succeeded', 'logout'] }))).toEqual(['login_succeeded']);
    expect(typesOf(await listOf(accountId, { endDate: '2000-01-01' }))).toEqual([]);
    expect(typesOf(await listOf(accountId, { startDate: '2000-01-01', limit: '1', offset: '1' }))).toEqual([
      'person_joined',
    ]);
    const wrong: Query[] = [
      { type: 'nothing' },
      { personId: '1' },
      { startDate: 'yesterday' },
      { limit: '201' },
      { anchor: 'x' },
    ];
    for (const bad of wrong) {
      expect((await listOf(accountId, bad)).code).toBe('ValidationError');
    }
  });

  it('are of an account for its owners and its own application alone, and of all for operators', async () => {
    const owner = await stage.newPerson();
    const viewer = await stage.newPerson({ accountId: owner.accountId, role: 'viewer' });
    expect((await listOf(owner.accountId, {}, viewer.personId)).code).toBe('Forbidden');
    expect((await listOf(owner.accountId, {}, owner.personId)).total).toBe(2);
    expect((await listOf(await stage.auth.openAccount())).total).toBe(0);
    const principal = applicationPrincipal({ scopes: ['accountinfofull'] });
    const path = securityEventRoutes.listAllSecurityEvents.path;
    expect((await stage.auth.service.call('GET', path, { principal })).body).toMatchObject({ code: 'InvalidScopes' });
    expect(typesOf(await listOfAll({ personId: viewer.personId }))).toEqual(['person_joined']);
  });

  it('of a person are told to each of its accounts', async () => {
    const person = await stage.newPerson();
    const second = await stage.auth.openAccount();
    await stage.seed.addPerson({ ...person, name: 'Ada', accountId: second, role: 'viewer', password: PASSWORD });
    await stage.loggedIn(person);
    for (const accountId of [person.accountId, second]) {
      expect(typesOf(await listOf(accountId, { type: 'login_succeeded' }))).toEqual(['login_succeeded']);
    }
    expect(typesOf(await listOfAll({ personId: person.personId, type: 'login_succeeded' }))).toHaveLength(1);
  });

  it('of nobody are told to operators alone, without where they came from; the name is kept as a hash', async () => {
    const before = (await listOfAll({ type: 'login_failed' })).total;
    const email = `nobody.${randomUUID()}@example.com`;
    await stage.visitor().send('/login', { email, password: PASSWORD }, fromBrowser);
    const list = await listOfAll({ type: 'login_failed' });
    expect(list.total).toBe(before + 1);
    expect(Object.keys(list.items[0]?.attributes ?? {})).toEqual(['id', 'type', 'created']);
    const hash = stage.auth.service.get(People).hashOf(email);
    const [kept] = await stage.auth.dataSource.query<unknown[]>('SELECT 1 FROM unknown_names WHERE name_hash = $1', [
      hash,
    ]);
    expect(kept).toBeDefined();
  });

  it('keep nothing readable of where a person was, once it is erased', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const leaver = await stage.newPerson({ accountId, role: 'viewer' });
    const visitor = stage.visitor('198.51.100.77');
    await visitor.send('/login', { email: leaver.email, password: PASSWORD }, fromBrowser);
    const principal = applicationPrincipal({ accountId, ...stage.freshly(owner.personId) });
    await stage.auth.service.call('POST', `/people/${leaver.personId}`, { body: { removed: true }, principal });
    const [removed, login] = (await listOf(accountId, { personId: leaver.personId })).items;
    expect(removed?.attributes['type']).toBe('person_removed');
    expect(Object.keys(login?.attributes ?? {})).toEqual(['id', 'type', 'created', 'personId', 'method']);
  });

  it('are numbered without gaps, however many are recorded at once', async () => {
    const owner = await stage.newPerson();
    await Promise.all(Array.from({ length: 4 }, () => stage.loggedIn(owner)));
    const numbers = await stage.auth.dataSource.query<{ number: string }[]>(
      'SELECT number FROM security_events WHERE owner_id = $1 ORDER BY number',
      [owner.accountId],
    );
    expect(numbers.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5]);
  });

  it('do not say who was logged in where, in the table', async () => {
    const rows = await stage.auth.dataSource.query<{ row: string }[]>(
      `SELECT security_events::text || coalesce(encode(sealed_origin, 'escape'), '') AS row FROM security_events`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => /Firefox|192\.0\.2|198\.51/.test(row))).toEqual([]);
  });
});
