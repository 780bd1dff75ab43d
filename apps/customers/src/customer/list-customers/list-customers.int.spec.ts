import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CollectionAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { blocks, holdCreation, idOf, person, personal, startCustomers } from '../../../test/customers.js';

describe('GET /customers', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const create = async (as: ApplicationPrincipal, body: object = person()): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body })).body);
  const list = async (
    as: ApplicationPrincipal,
    query: Record<string, string | string[]> = {},
  ): Promise<CollectionAnswer> => {
    const { body } = await customers.call('GET', '/customers', { principal: as, query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  };
  const idsOf = ({ items }: CollectionAnswer): string[] => items.map(({ id }) => id);
  const createMany = async (as: ApplicationPrincipal, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.unshift(await create(as));
    return ids;
  };

  it('shows the customers of all applications of the account, newest first, and no others', async () => {
    const as = applicationPrincipal();
    const sibling = applicationPrincipal({ accountId: as.accountId });
    const first = await create(as);
    await create(applicationPrincipal());
    const second = await create(sibling);
    for (const who of [as, sibling]) {
      const answer = await list(who);
      expect(idsOf(answer)).toEqual([second, first]);
      expect(answer).toMatchObject({ self: { kind: 'listCustomers', id: '' }, of: 'customer', total: 2 });
    }
    expect(await list(applicationPrincipal())).toMatchObject({ items: [], total: 0 });
  });

  it('pages by limit and offset', async () => {
    const as = applicationPrincipal();
    const ids = await createMany(as, 5);
    const page = await list(as, { limit: '2', offset: '2' });
    expect(idsOf(page)).toEqual(ids.slice(2, 4));
    expect(page).toMatchObject({ total: 5, page: { limit: 2, offset: 2, anchor: '5' } });
    expect(idsOf(await list(as, { offset: '5' }))).toEqual([]);
  });

  it('keeps the pages of an anchor as they were while new customers arrive', async () => {
    const as = applicationPrincipal();
    const ids = await createMany(as, 4);
    const first = await list(as, { limit: '2' });
    await createMany(as, 3);
    const next = await list(as, { limit: '2', offset: '2', anchor: first.page?.anchor ?? '' });
    expect([...idsOf(first), ...idsOf(next)]).toEqual(ids);
    expect(next).toMatchObject({ total: 4, page: { anchor: '4' } });
  });

  it('takes an anchor from the future for the present', async () => {
    const as = applicationPrincipal();
    await createMany(as, 2);
    expect(await list(as, { anchor: '999999999' })).toMatchObject({ total: 2, page: { anchor: '2' } });
  });

  it('shows a customer that was committed late behind no anchor from before, and above all that were listed', async () => {
    const as = applicationPrincipal();
    const late = await holdCreation(customers, as, 'late@example.com');
    const ids = await createMany(as, 4);
    const first = await list(as, { limit: '2' });
    await late.commit();
    const rest = await list(as, { limit: '200', offset: '2', anchor: first.page?.anchor ?? '' });
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids);
    expect([first.total, rest.total]).toEqual([4, 4]);
    const now = await list(as);
    expect([now.total, idsOf(now)]).toEqual([5, [late.id, ...ids]]);
  });

  it('has each page of a walk hold what its first page counted, while customers come from all sides', async () => {
    const as = applicationPrincipal();
    const answered: string[] = [];
    const creating = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 12; n += 1) answered.push(await create(as));
      }),
    );
    const walk = async () => {
      const known = [...answered];
      const first = await list(as, { limit: '7' });
      const found = idsOf(first);
      while (found.length < first.total) {
        const anchor = first.page?.anchor ?? '';
        const page = await list(as, { limit: '7', offset: String(found.length), anchor });
        expect(page.items.length).toBe(Math.min(7, first.total - found.length));
        found.push(...idsOf(page));
      }
      expect(new Set(found).size).toBe(first.total);
      expect(known.filter((id) => !found.includes(id))).toEqual([]);
    };
    const walking = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (answered.length < 96) await walk();
      }),
    );
    await creating;
    await walking;
    expect((await list(as)).total).toBe(96);
  });

  it('goes on behind what another process is just putting into the list', async () => {
    const as = applicationPrincipal();
    const first = await create(as);
    const other = customers.dataSource.createQueryRunner();
    await other.startTransaction();
    const [{ pid }] = await other.manager.query<[{ pid: number }]>(
      'SELECT pg_backend_pid() AS pid, list_new_customers($1)',
      [as.accountId],
    );
    const second = await create(as);
    const asked = list(as);
    await until('the list waits', () => blocks(customers, pid));
    await other.commitTransaction();
    await other.release();
    expect(idsOf(await asked)).toEqual([second, first]);
  });

  it('puts new customers into the list though nobody asks for it', async () => {
    const as = applicationPrincipal();
    const ids = await createMany(as, 3);
    const sql = 'SELECT customer_id FROM listed_customers WHERE account_id = $1 ORDER BY position DESC';
    const listed = () => customers.dataSource.query<{ customer_id: string }[]>(sql, [as.accountId]);
    await until('all are listed', async () => (await listed()).length === 3);
    expect((await listed()).map(({ customer_id: id }) => id)).toEqual(ids);
  });

  it.each([
    ['a first name', 'GRAC', true],
    ['a last name', 'oppe', true],
    ['both names', 'grace hop', true],
    ['an e-mail', '@NAVY', true],
    ['a business name', 'cobol & c', true],
    ['letters beyond ASCII, in any case', 'ñO', true],
    ['a text that spans two fields', 'hoppergrace', false],
    ['a wildcard', 'gr%ce', false],
    ['another wildcard', 'gr_ce', false],
    ['a backslash', '\\', false],
    ['two letters that a word begins with', 'ho', true],
    ['two letters within a word', 'op', false],
    ['a letter that a line begins with', 'g', true],
  ])('finds by %s', async (_, search, found) => {
    const as = applicationPrincipal();
    await create(as);
    const email = `grace.${newId()}@navy.example`;
    const id = await create(as, { firstName: 'Grace', lastName: 'Hopper', email, businessName: 'Cobol & Co Ñoño' });
    const answer = await list(as, { search });
    expect(idsOf(answer)).toEqual(found ? [id] : []);
    expect(answer.total).toBe(found ? 1 : 0);
  });

  it('finds by an id and by a correlation id, which are whole', async () => {
    const as = applicationPrincipal();
    const correlationId = newId();
    const [id, other] = [
      await create(as, person({ correlationId })),
      await create(as, person({ correlationId: 'order-1' })),
    ];
    const found = async (search: string) => idsOf(await list(as, { search }));
    expect(await found(id)).toEqual([id]);
    expect(await found(id.toUpperCase())).toEqual([id]);
    expect(await found(correlationId)).toEqual([id]);
    expect(await found('order-1')).toEqual([other]);
    expect(await found('order-')).toEqual([]);
    expect(await found(newId())).toEqual([]);
  });

  it('filters by status, several of them too', async () => {
    const as = applicationPrincipal();
    const unverified = await create(as);
    const retry = await create(as, personal({ firstName: 'retry' }));
    const document = await create(as, personal({ firstName: 'document' }));
    expect(idsOf(await list(as, { status: 'unverified' }))).toEqual([unverified]);
    const both = await list(as, { status: ['retry', 'document'] });
    expect(idsOf(both)).toEqual([document, retry]);
    expect(both.total).toBe(2);
  });

  it('goes by what customers are called and may do since, however close a change comes to their listing', async () => {
    const as = applicationPrincipal();
    const id = await create(as, person({ firstName: 'Grace', email: 'grace@example.com' }));
    const other = customers.dataSource.createQueryRunner();
    await other.startTransaction();
    const [{ pid }] = await other.manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    await other.query(`UPDATE customers SET status = 'verified', search_text = ' ada' WHERE id = $1`, [id]);
    const asked = list(as, { search: 'ada', status: 'verified' });
    await until('the list waits', () => blocks(customers, pid));
    await other.commitTransaction();
    await other.release();
    expect(idsOf(await asked)).toEqual([id]);
    await customers.call('POST', `/customers/${await create(as)}`, { principal: as, body: { firstName: 'Zuse' } });
    expect(idsOf(await list(as, { search: 'zuse' }))).toHaveLength(1);
    expect(idsOf(await list(as, { search: 'grace' }))).toEqual([]);
  });

  it('finds pages of few matches, and of more than are counted', async () => {
    const as = applicationPrincipal();
    const few = await createMany(as, 5);
    expect(idsOf(await list(as, { search: 'lovelace', offset: '3' }))).toEqual(few.slice(3));
    await customers.dataSource.query(
      `INSERT INTO listed_customers (account_id, position, customer_id, status, search_text)
       SELECT $1, 5 + n, gen_random_uuid(), 'retry', ' crowd' FROM generate_series(1, 10001) AS n`,
      [as.accountId],
    );
    const many = await list(as, { status: ['retry', 'unverified'], limit: '2', offset: '10002' });
    expect([many.total, many.totalIsAtLeast, idsOf(many)]).toEqual([10_000, true, few.slice(1, 3)]);
    expect((await list(as, { search: 'crowd', status: 'unverified' })).total).toBe(0);
  });

  it('finds customers by their ids, and none of another account', async () => {
    const as = applicationPrincipal();
    const [first, second] = [await create(as), await create(as)];
    await create(as);
    const another = await create(applicationPrincipal());
    const found = await list(as, { id: [first.toUpperCase(), second, first, another, newId()] });
    expect([idsOf(found), found.total]).toEqual([[second, first], 2]);
    expect(idsOf(await list(as, { id: first, status: 'suspended' }))).toEqual([]);
  });

  it('filters by the whole e-mail, in any case', async () => {
    const as = applicationPrincipal();
    const id = await create(as, person({ email: 'Exact@example.com' }));
    await create(as, person({ email: 'not.exact@example.com' }));
    expect(idsOf(await list(as, { email: 'exact@EXAMPLE.com' }))).toEqual([id]);
    expect(idsOf(await list(as, { email: 'exact@' }))).toEqual([]);
  });

  it.each(['NFC', 'NFD'] as const)('finds letters however they are composed: stored in %s', async (form) => {
    const as = applicationPrincipal();
    const [email, firstName] = ['zoë@example.com', 'Zoë'].map((text) => text.normalize(form));
    const id = await create(as, person({ email, firstName }));
    for (const asked of ['NFC', 'NFD']) {
      expect(idsOf(await list(as, { email: 'ZOË@example.com'.normalize(asked) }))).toEqual([id]);
      for (const search of ['ZOË', 'oë l', 'Zoë Lovelace']) {
        expect(idsOf(await list(as, { search: search.normalize(asked) }))).toEqual([id]);
      }
    }
  });

  it('counts the matches of a filter to 10,000, and all customers exactly', async () => {
    const as = applicationPrincipal();
    await customers.dataSource.query(
      `WITH added AS (
         INSERT INTO customers (id, account_id, application_id, type, status, first_name, last_name, email, email_key,
           search_text, created, version)
         SELECT gen_random_uuid(), $1, $2, 'unverified', 'unverified', 'A', 'B', n || '@x.io', n || '@x.io', ' a b', now(), 1
         FROM generate_series(1, 10001) AS n RETURNING id, account_id
       )
       INSERT INTO new_customers (account_id, customer_id) SELECT account_id, id FROM added`,
      [as.accountId, as.applicationId],
    );
    const all = await list(as);
    expect([all.total, all.totalIsAtLeast]).toEqual([10_001, undefined]);
    expect(await list(as, { search: 'a b' })).toMatchObject({ total: 10_000, totalIsAtLeast: true });
    const atMost = await list(as, { search: 'a b', anchor: '10000' });
    expect([atMost.total, atMost.totalIsAtLeast]).toEqual([10_000, undefined]);
  });

  it('refuses a query that it can not read', async () => {
    const { status, body } = await customers.call('GET', '/customers', {
      principal: applicationPrincipal(),
      query: { limit: '201' },
    });
    expect([status, body]).toMatchObject([400, { code: 'ValidationError', faults: [{ path: '/query/limit' }] }]);
  });
});
