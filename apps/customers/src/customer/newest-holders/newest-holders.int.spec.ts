import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdersFound, type HoldersFound } from '@halyard/contracts/parties';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, person, personal, startCustomers } from '../../../test/customers.js';

describe('POST /internal/customers/holders', () => {
  const as = applicationPrincipal();
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const ask = (body: object) =>
    customers.call('POST', '/internal/customers/holders', { principal: servicePrincipal('funding-sources'), body });
  const newest = async (before?: number): Promise<HoldersFound> => {
    const { body } = await ask({ accountId: as.accountId, before });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return holdersFound.parse(body.fact);
  };

  it('answers those who hold balances, the newest first, page by page', async () => {
    const create = async (body: object, principal = as): Promise<string> =>
      idOf((await customers.call('POST', '/customers', { principal, body })).body);
    const first = await create(personal());
    await create(person());
    await create(personal(), applicationPrincipal());
    const second = await create(personal());
    const found = await newest();
    expect(found.holders).toMatchObject([
      { partyId: second, accountId: as.accountId, kind: 'customer', type: 'personal', status: 'verified' },
      { partyId: first },
    ]);
    expect(found.next).toBeUndefined();
    await customers.dataSource.query(
      `INSERT INTO listed_customers (account_id, position, customer_id, status, search_text)
       SELECT $1, 1000 + n, gen_random_uuid(), 'verified', '' FROM generate_series(1, 49) AS n`,
      [as.accountId],
    );
    expect((await newest()).next).toBe(3);
    expect((await newest(3)).holders.map(({ partyId }) => partyId)).toEqual([first]);
  });

  it('refuses what is no question', async () => {
    expect((await ask({ accountId: 'x' })).status).toBe(400);
  });
});
