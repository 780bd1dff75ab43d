import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPerson, type Person } from '../../test/support/authorization-server-double.js';
import { ConsoleApp } from '../../test/support/console-app.js';
import type { Visitor } from '../../test/support/visitor.js';

const OF_A_PAGE = { 'x-console': '1', accept: 'application/json' };

describe('a form that waits for a fresh log-in', () => {
  let app: ConsoleApp;
  beforeAll(async () => {
    app = await ConsoleApp.start();
  });
  afterAll(() => app.stop());

  const form = (given: object = {}) => ({
    ...{ path: '/console/team', resource: '/people', name: 'invite', key: randomUUID() },
    values: { email: 'grace@example.com', isOwner: true },
    ...given,
  });
  const keep = (visitor: Visitor, body: object) => visitor.send('POST', '/console/forms', OF_A_PAGE, body);
  const take = (visitor: Visitor) => visitor.send('DELETE', '/console/forms', OF_A_PAGE);
  const logInAgain = async (visitor: Visitor, person: Person): Promise<void> => {
    const { location } = await visitor.get('/console/login?fresh=1');
    await visitor.get(await app.auth.allow(location, person));
  };

  it('is given back once, to the same person', async () => {
    const person = newPerson();
    const visitor = await app.loggedIn(person);
    const kept = form();
    expect((await keep(visitor, form())).status).toBe(200);
    expect((await keep(visitor, kept)).status).toBe(200);
    await logInAgain(visitor, person);
    expect(JSON.parse((await take(visitor)).text)).toEqual(kept);
    expect(await take(visitor)).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('is never given to somebody else who logs in with the browser', async () => {
    const visitor = await app.loggedIn();
    await keep(visitor, form());
    await logInAgain(visitor, newPerson());
    expect((await take(visitor)).status).toBe(404);
  });

  it('is given to no other browser of its person', async () => {
    const person = newPerson();
    const [one, other] = [await app.loggedIn(person), await app.loggedIn(person)];
    await keep(one, form());
    expect((await take(other)).status).toBe(404);
    expect((await take(one)).status).toBe(200);
  });

  it('is kept and given for no other site', async () => {
    const visitor = await app.loggedIn();
    await keep(visitor, form());
    expect((await visitor.send('POST', '/console/forms', {}, form())).status).toBe(403);
    expect((await visitor.send('DELETE', '/console/forms', {})).status).toBe(403);
    expect((await take(visitor)).status).toBe(200);
  });

  it('is sealed', async () => {
    const person = newPerson();
    await keep(await app.loggedIn(person), form());
    const [row] = await app.service.dataSource.query<{ readonly sealed_form: Buffer }[]>(
      'SELECT sealed_form FROM sessions WHERE person_id = $1',
      [person.id],
    );
    expect(row?.sealed_form.length).toBeGreaterThan(0);
    expect(row?.sealed_form.toString('latin1')).not.toContain('grace');
  });

  it.each([
    ['no fields', []],
    ['a field that no form has', form({ more: 1 })],
    ['a value that is no text', form({ values: { amount: 1 } })],
    ['a value that is too long', form({ values: { note: 'x'.repeat(8_001) } })],
    ['too many values', form({ values: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, ''])) })],
    ['a key that is no UUID', form({ key: '1' })],
  ])('is refused with %s', async (_, body) => {
    const visitor = await app.loggedIn();
    expect(await keep(visitor, body)).toMatchObject({ status: 400, code: 'BadRequest' });
    expect((await take(visitor)).status).toBe(404);
  });

  it('is nobody’s without a session', async () => {
    for (const asked of [keep(app.visitor(), form()), take(app.visitor())])
      expect(await asked).toMatchObject({ status: 401, code: 'NoSession' });
  });
});
