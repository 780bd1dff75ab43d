import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, person, startCustomers } from '../../../test/customers.js';

describe('POST /internal/customers/names', () => {
  const as = applicationPrincipal();
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const create = async (body: object, principal = as): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal, body })).body);
  const ask = (ids: readonly string[], service: 'transfers' | 'webhooks' = 'transfers') =>
    customers.call('POST', '/internal/customers/names', {
      principal: servicePrincipal(service),
      body: { accountId: as.accountId, ids },
    });

  it('names persons and businesses of the account, but nobody of another one and nobody whose erasure began', async () => {
    const ada = await create(person({ firstName: 'Ada', lastName: 'Byron' }));
    const mill = await create(person({ firstName: 'Bo', lastName: 'Li', businessName: 'Mill' }));
    const erased = await create(person({ firstName: 'Eve', lastName: 'Moss' }));
    const other = await create(person({ firstName: 'Max', lastName: 'Orr' }), applicationPrincipal());
    await customers.dataSource.query('UPDATE customers SET erasure_id = $1 WHERE id = $2', [newId(), erased]);
    expect((await ask([ada, mill, erased, other, newId()])).body).toEqual({
      type: 'fact',
      fact: { names: { [ada]: 'Ada Byron', [mill]: 'Mill' } },
    });
  });

  it('answers the transfers service alone, and for no more parties than a page has', async () => {
    expect((await ask([newId()], 'webhooks')).status).toBe(403);
    expect((await ask(Array.from({ length: 401 }, () => newId()))).status).toBe(400);
    expect((await ask(['ada'])).status).toBe(400);
  });
});
