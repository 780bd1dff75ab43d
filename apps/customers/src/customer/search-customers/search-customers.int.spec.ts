import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { customersFound, type CustomersFound } from '@halyard/contracts/customers';
import { applicationPrincipal, servicePrincipal, type TestCall, type TestService } from '@halyard/testing';
import { idOf, person, startCustomers } from '../../../test/customers.js';

describe('POST /internal/customers/searches', () => {
  const as = applicationPrincipal();
  let customers: TestService;
  /** Ada, a business, and more customers than fit in one answer. */
  let ada: string;
  let business: string;
  beforeAll(async () => {
    customers = await startCustomers();
    const create = async (body: object, principal = as): Promise<string> =>
      idOf((await customers.call('POST', '/customers', { principal, body })).body);
    ada = await create(person({ firstName: 'Ada', lastName: 'Byron', email: 'countess@example.org' }));
    business = await create(
      person({ firstName: 'Bo', lastName: 'Li', email: 'bo@example.org', businessName: '100_Wool' }),
    );
    await create(person({ lastName: 'Byron' }), applicationPrincipal());
  });
  afterAll(() => customers.stop());

  const search = async (text: string, after = 0): Promise<CustomersFound> => {
    const { body } = await customers.call('POST', '/internal/customers/searches', {
      principal: servicePrincipal('transfers'),
      body: { accountId: as.accountId, search: text, after },
    });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return customersFound.parse(body.fact);
  };

  it.each([
    ['a first name', 'ADA', () => [ada]],
    ['a last name, of this account alone', 'byron', () => [ada]],
    ['both', 'ada byr', () => [ada]],
    ['an e-mail address', 'countess@', () => [ada]],
    ['a business name, its wildcards as they are', '0_w', () => [business]],
    ['nobody', 'ada%byron', () => []],
  ])('finds %s', async (_, text, found) => expect(await search(text)).toEqual({ ids: found() }));

  it('answers a bounded number, and goes on behind them', async () => {
    await customers.dataSource.query(
      `WITH crowd AS (
         INSERT INTO customers (id, account_id, application_id, type, status, first_name, last_name, email, email_key,
           search_text, created, version)
         SELECT gen_random_uuid(), $1, $2, 'unverified', 'unverified', 'x', 'x', n, n, ' one of many', now(), 1
         FROM generate_series(1, 1001) AS n RETURNING id
       )
       INSERT INTO new_customers (account_id, customer_id) SELECT $1, id FROM crowd`,
      [as.accountId, as.applicationId],
    );
    const first = await search('of many');
    expect(first).toMatchObject({ ids: { length: 1000 }, next: 1002 });
    const rest = await search('of many', first.next);
    expect(rest).toMatchObject({ ids: { length: 1 } });
    expect(new Set([...first.ids, ...rest.ids]).size).toBe(1001);
  });

  it('is for the service that asks alone', async () => {
    const call = (given: TestCall) => customers.call('POST', '/internal/customers/searches', given);
    expect((await call({ principal: as, body: {} })).status).toBe(404);
    expect((await call({ principal: servicePrincipal('webhooks'), body: {} })).status).toBe(403);
    expect((await call({ principal: servicePrincipal('transfers'), body: { search: '' } })).status).toBe(400);
  });
});
