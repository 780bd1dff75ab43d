import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, person, personal, startCustomers } from '../../../test/customers.js';

describe('a customer', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const as = applicationPrincipal();
  const transfers = servicePrincipal('transfers');
  const create = async (body: object): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body })).body);

  it('is shown with its address to its account, whichever application made it', async () => {
    const id = await create(personal({ address2: 'Apt 8' }));
    const sibling = applicationPrincipal({ accountId: as.accountId });
    expect(await customers.call('GET', `/customers/${id}`, { principal: sibling })).toMatchObject({
      status: 200,
      body: {
        attributes: {
          type: 'personal',
          status: 'verified',
          address1: '99-99 33rd St',
          address2: 'Apt 8',
          city: 'Some City',
          state: 'NY',
          postalCode: '11101',
        },
      },
    });
  });

  it('is unknown to other accounts, and by ids that are none', async () => {
    const id = await create(person());
    const notFound = { status: 404, body: { type: 'error', code: 'NotFound' } };
    expect(await customers.call('GET', `/customers/${id}`, { principal: applicationPrincipal() })).toMatchObject(
      notFound,
    );
    expect(await customers.call('GET', `/customers/${newId()}`, { principal: as })).toMatchObject(notFound);
    expect(await customers.call('GET', '/customers/1', { principal: as })).toMatchObject(notFound);
  });

  it('is a fact to other services', async () => {
    const id = await create(personal());
    expect(await customers.call('GET', `/internal/customers/${id}`, { principal: transfers })).toEqual({
      status: 200,
      body: {
        type: 'fact',
        fact: {
          partyId: id,
          accountId: as.accountId,
          kind: 'customer',
          type: 'personal',
          status: 'verified',
          version: 2,
        },
      },
    });
    expect((await customers.call('GET', `/internal/customers/${newId()}`, { principal: transfers })).status).toBe(404);
  });

  it('is no fact to applications', async () => {
    const id = await create(person());
    expect((await customers.call('GET', `/internal/customers/${id}`, { principal: as })).status).toBe(404);
  });
});
