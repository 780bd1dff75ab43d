import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountUse } from '@halyard/contracts/sandbox-clock';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, person, startCustomers } from '../../../test/customers.js';

describe('GET /internal/account-clocks/{id}/use', () => {
  const principal = applicationPrincipal();
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  async function isUsed(): Promise<boolean> {
    const path = `/internal/account-clocks/${principal.accountId}/use`;
    const { body } = await customers.call('GET', path, { principal: servicePrincipal('transfers') });
    return accountUse.parse(body.type === 'fact' && body.fact).isUsed;
  }

  it('says whether the account itself ever had a customer', async () => {
    await customers.call('POST', '/customers', { principal: applicationPrincipal(), body: person() });
    expect(await isUsed()).toBe(false);
    const { body } = await customers.call('POST', '/customers', { principal, body: person() });
    expect(await isUsed()).toBe(true);
    await customers.call('POST', `/customers/${idOf(body)}`, { principal, body: { status: 'deactivated' } });
    expect(await isUsed()).toBe(true);
  });
});
