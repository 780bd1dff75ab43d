import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { applicationPrincipal, factAnswer, type TestService } from '@halyard/testing';
import { Account } from '../../../test/account.js';
import { personal, startCustomers } from '../../../test/customers.js';

const reason = 'Asked for in writing, case 17.';
const HOLDS_MAX = 100;

describe('GET /operations/customers/{id}', () => {
  const operator = applicationPrincipal({ scopes: ['operator'] });
  let customers: TestService;
  let account: Account;
  let id: string;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(async () => {
    account = new Account(customers);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    customers.services.answer('PUT /internal/customers/:id/erasure', factAnswer(null));
    customers.services.answer('GET /internal/customers/:id/money', factAnswer({ isPending: false, balanceMinor: '0' }));
    id = await account.create(personal());
  });
  afterAll(() => customers.stop());

  const see = (as = operator) => customers.call('GET', `/operations/customers/${id}`, { principal: as });
  const write = (place: string, body?: object) =>
    customers.call('POST', `/operations/customers/${id}/${place}`, { principal: operator, body });
  const offered = async (): Promise<string[]> => {
    const { body } = await see();
    return body.type === 'resource'
      ? Object.entries(body.links).flatMap(([relation, target]) => (target ? [relation] : []))
      : [];
  };

  it('shows the status, no personal data, and what can be done', async () => {
    expect(await see()).toMatchObject({
      status: 200,
      body: {
        kind: 'customer-standing',
        attributes: { id, type: 'personal', status: 'verified' },
        links: { account: { kind: 'account', id: account.as.accountId } },
      },
    });
    expect(await offered()).toEqual(['account', 'erase', 'hold', 'legal-holds']);
    await account.update(id, { status: 'suspended' });
    expect(await offered()).toEqual(['account', 'reinstate', 'erase', 'hold', 'legal-holds']);
    expect((await write('reinstatements')).body).toMatchObject({ links: { reinstate: undefined, erase: {} } });
  });

  it('offers neither erasure nor hold of a customer that is being erased, which are refused', async () => {
    expect((await write('erasures', { reason })).status).toBe(201);
    expect(await offered()).toEqual(['account', 'erasure', 'legal-holds']);
    expect((await write('legal-holds', { reason })).status).toBe(403);
    expect((await write('reinstatements')).status).toBe(403);
  });

  it('has a list of holds that is open while another may be set', async () => {
    const isClosed = async () => {
      const call = { principal: operator, wantsForms: true } as const;
      const { body } = await customers.call('GET', `/operations/customers/${id}/legal-holds`, call);
      return body.type === 'collection' && body.isClosed === true;
    };
    for (let count = 0; count < HOLDS_MAX; count += 1) {
      if (count % 33 === 0) expect(await isClosed()).toBe(false);
      expect((await write('legal-holds', { reason })).status).toBe(201);
    }
    expect(await isClosed()).toBe(true);
    expect((await write('legal-holds', { reason })).status).toBe(400);
    id = await account.create(personal());
    await write('erasures', { reason });
    expect(await isClosed()).toBe(true);
  });

  it('is for operators, of any account; nobody’s is 404', async () => {
    const tenant = applicationPrincipal({ accountId: account.as.accountId, scopes: ['managecustomers'] });
    expect((await see(tenant)).status).toBe(403);
    id = newId();
    expect((await see()).status).toBe(404);
  });
});
