import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPerson, type Person } from '../../test/support/authorization-server-double.js';
import { ConsoleApp } from '../../test/support/console-app.js';
import type { Visitor } from '../../test/support/visitor.js';

const OF_A_PAGE = { 'x-console': '1', accept: 'application/json' };
const MINUTE_MS = 60_000;
const PATH = '/console/team';

interface Form {
  readonly slot: string;
  readonly path: string;
  readonly values: object;
}

describe('a form that is kept while it is filled in', () => {
  let app: ConsoleApp;
  beforeAll(async () => {
    app = await ConsoleApp.start();
  });
  afterAll(() => app.stop());

  const form = (given: object = {}): Form => ({
    ...{ path: PATH, resource: '/people', name: 'invite', key: randomUUID(), slot: randomUUID() },
    values: { email: 'grace@example.com', isOwner: true, topics: ['one', 'two'] },
    ...given,
  });
  const keep = (visitor: Visitor, body: object) => visitor.send('POST', '/console/forms', OF_A_PAGE, body);
  const take = (visitor: Visitor, slot?: string, path = PATH) =>
    visitor.send('POST', '/console/forms/taken', OF_A_PAGE, { path, ...(slot !== undefined && { slot }) });
  const taken = async (visitor: Visitor, slot?: string, path?: string): Promise<unknown> => {
    const { status, text } = await take(visitor, slot, path);
    return status === 200 ? JSON.parse(text) : status;
  };
  const forget = (visitor: Visitor, slot: string) => visitor.send('DELETE', `/console/forms/${slot}`, OF_A_PAGE);
  /** @returns where the log-in leads back to */
  const logIn = async (visitor: Visitor, person: Person, how = ''): Promise<string> => {
    const { location } = await visitor.get(`/console/login?return=${encodeURIComponent(PATH)}${how}`);
    return (await visitor.get(await app.auth.allow(location, person))).location;
  };
  const begun = async (person = newPerson()) => ({ person, visitor: await app.loggedIn(person) });
  const idle = (minutes = 30) => app.service.clock.advance(minutes * MINUTE_MS);

  it('comes back after a fresh log-in, as it was filled in last, once, to its tab', async () => {
    const { person, visitor } = await begun();
    const kept = form();
    expect((await keep(visitor, { ...kept, values: {} })).status).toBe(200);
    expect((await keep(visitor, kept)).status).toBe(200);
    expect(await logIn(visitor, person, '&fresh=1')).toBe(PATH);
    expect(await taken(visitor)).toBe(404);
    expect(await taken(visitor, kept.slot)).toEqual(kept);
    expect(await take(visitor, kept.slot)).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it.each<[string, (visitor: Visitor, person: Person) => Promise<void> | void]>([
    ['was left idle', () => idle()],
    [
      'was as old as a session may be',
      async (visitor) => {
        for (let used = 0; used < 12 * 60; used += 20) {
          expect((await visitor.get('/console/session', OF_A_PAGE)).status).toBe(200);
          idle(20);
        }
      },
    ],
    [
      'was revoked',
      async (visitor, person) => {
        app.auth.revokeTokens(person);
        expect((await visitor.get('/console/session', OF_A_PAGE)).status).toBe(401);
      },
    ],
  ])('comes back where the session %s, and the log-in says that there is one', async (_, end) => {
    const { person, visitor } = await begun();
    const kept = form();
    await keep(visitor, kept);
    await end(visitor, person);
    expect((await take(visitor, kept.slot)).status).toBe(401);
    expect(await logIn(visitor, person)).toBe(`${PATH}#form`);
    expect(await taken(visitor, undefined, '/console/people')).toBe(404);
    expect(await taken(visitor)).toEqual(kept);
    expect(await taken(visitor)).toBe(404);
  });

  it('comes back in another browser of its person, but not while it is still filled in', async () => {
    const { person, visitor } = await begun();
    const kept = form();
    await keep(visitor, kept);
    const other = await app.loggedIn(person);
    expect(await taken(other)).toBe(404);
    idle();
    expect(await logIn(other, person)).toBe(`${PATH}#form`);
    expect(await taken(other)).toEqual(kept);
    await logIn(visitor, person);
    expect(await taken(visitor, kept.slot)).toBe(404);
  });

  it('comes back to each of two tabs that have the same form', async () => {
    const { person, visitor } = await begun();
    const [one, other] = [form(), form({ values: { email: 'other@example.com' } })];
    await keep(visitor, one);
    await keep(visitor, other);
    idle();
    await logIn(visitor, person);
    expect(await taken(visitor, one.slot)).toEqual(one);
    await keep(visitor, one);
    await logIn(visitor, person);
    expect(await taken(visitor, other.slot)).toEqual(other);
    expect(await taken(visitor)).toBe(404);
    expect(await taken(visitor, one.slot)).toEqual(one);
  });

  it('is never given to somebody else who logs in with the browser, and waits for its person', async () => {
    const { person, visitor } = await begun();
    const kept = form();
    await keep(visitor, kept);
    idle();
    const another = { ...newPerson(), accountId: person.accountId };
    expect(await logIn(visitor, another)).toBe(PATH);
    expect([await taken(visitor), await taken(visitor, kept.slot)]).toEqual([404, 404]);
    await logIn(visitor, { ...person, accountId: randomUUID() });
    expect([await taken(visitor), await taken(visitor, kept.slot)]).toEqual([404, 404]);
    expect(await logIn(visitor, person)).toBe(`${PATH}#form`);
    expect(await taken(visitor)).toEqual(kept);
  });

  it('waits half an hour after the end of its session, however long that was used after the last change', async () => {
    const [used, unused] = [await begun(), await begun()];
    const [kept, lost] = [form(), form()];
    await keep(used.visitor, kept);
    await keep(unused.visitor, lost);
    idle(29);
    expect((await used.visitor.get('/console/session', OF_A_PAGE)).status).toBe(200);
    idle(31);
    expect(await logIn(unused.visitor, unused.person)).toBe(PATH);
    expect(await taken(unused.visitor, lost.slot)).toBe(404);
    idle(28);
    expect(await logIn(used.visitor, used.person)).toBe(`${PATH}#form`);
    expect(await taken(used.visitor)).toEqual(kept);
  });

  it('is forgotten once it was sent or given up, and when its person logs out', async () => {
    const { person, visitor } = await begun();
    const [sent, left] = [form(), form()];
    await keep(visitor, sent);
    expect((await forget(visitor, sent.slot)).status).toBe(200);
    expect(await taken(visitor, sent.slot)).toBe(404);
    await keep(visitor, left);
    await visitor.send('POST', '/console/logout', OF_A_PAGE);
    expect(await logIn(visitor, person)).toBe(PATH);
    expect(await taken(visitor, left.slot)).toBe(404);
  });

  it('is one of the ten that its person kept last', async () => {
    const { visitor } = await begun();
    const forms = Array.from({ length: 11 }, () => form());
    for (const one of forms) {
      app.service.clock.advance(1);
      await keep(visitor, one);
    }
    const found = [];
    for (const { slot } of forms) found.push((await take(visitor, slot)).status);
    expect(found).toEqual([404, ...Array<number>(10).fill(200)]);
  });

  it('is kept, given and forgotten for no other site', async () => {
    const { visitor } = await begun();
    const kept = form();
    await keep(visitor, kept);
    expect((await visitor.send('POST', '/console/forms', {}, kept)).status).toBe(403);
    expect((await visitor.send('POST', '/console/forms/taken', {}, { path: PATH, slot: kept.slot })).status).toBe(403);
    expect((await visitor.send('DELETE', `/console/forms/${kept.slot}`, {})).status).toBe(403);
    expect(await taken(visitor, kept.slot)).toEqual(kept);
  });

  it('is sealed, and its page is no text in the table', async () => {
    const { person, visitor } = await begun();
    await keep(visitor, form({ path: '/console/customers?search=grace' }));
    const [row] = await app.service.dataSource.query<{ readonly sealed: Buffer; readonly page_hash: string }[]>(
      'SELECT * FROM kept_forms WHERE person_id = $1',
      [person.id],
    );
    expect(row?.sealed.length).toBeGreaterThan(0);
    expect(row?.sealed.toString('latin1')).not.toMatch(/grace|customers/);
    expect(row?.page_hash).not.toMatch(/grace|customers/);
  });

  it.each([
    ['no fields', []],
    ['a field that no form has', form({ more: 1 })],
    ['a value that is no text', form({ values: { amount: 1 } })],
    ['a value that is too long', form({ values: { note: 'x'.repeat(8_001) } })],
    ['too many values', form({ values: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, ''])) })],
    ['a list of too many values', form({ values: { topics: Array<string>(201).fill('') } })],
    ['a key that is no UUID', form({ key: '1' })],
    ['no id of its own', form({ slot: '1' })],
  ])('is refused with %s', async (_, body) => {
    const { visitor } = await begun();
    expect(await keep(visitor, body)).toMatchObject({ status: 400, code: 'BadRequest' });
    expect(await app.service.dataSource.query('SELECT FROM kept_forms WHERE session_id IS NULL')).toEqual([]);
  });

  it('is nobody’s without a session', async () => {
    const visitor = app.visitor();
    for (const asked of [keep(visitor, form()), take(visitor), forget(visitor, randomUUID())])
      expect(await asked).toMatchObject({ status: 401, code: 'NoSession' });
  });
});
