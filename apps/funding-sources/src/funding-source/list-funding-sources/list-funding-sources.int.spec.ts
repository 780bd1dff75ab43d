import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { addBank, addCustomer, faultsOf, FundingSources, itemsOf, openAccount } from '../../../test/funding-sources.js';

describe('the list of an owner', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  beforeEach(() => {
    principal = openAccount(sources);
  });

  const list = (path: string, query: Record<string, string> = {}) =>
    sources.service.call('GET', `/${path}/funding-sources`, { principal, query });

  it('comes whole, the newest first, with its owner and total', async () => {
    const customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    await addBank(sources, principal, addCustomer(sources, principal));
    const balance = balanceIdOf(customer.partyId);
    const first = await addBank(sources, principal, customer);
    const second = await addBank(sources, principal, customer);
    const { status, body } = await list(`customers/${customer.partyId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'collection',
      self: { kind: 'listCustomerFundingSources', id: customer.partyId },
      of: 'funding-source',
      total: 3,
      links: { customer: { kind: 'customer', id: customer.partyId } },
    });
    expect(body).not.toHaveProperty('page');
    expect(itemsOf(body).map(({ id }) => id)).toEqual([second, first, balance]);
  });

  it('of an account names the account', async () => {
    expect((await list(`accounts/${principal.accountId}`)).body).toMatchObject({
      self: { kind: 'listAccountFundingSources', id: principal.accountId },
      links: { account: { kind: 'account', id: principal.accountId } },
    });
  });

  it('shows what was removed, unless that is not wanted', async () => {
    const customer = addCustomer(sources, principal);
    const kept = await addBank(sources, principal, customer);
    const removed = await addBank(sources, principal, customer);
    await sources.service.call('POST', `/funding-sources/${removed}`, { principal, body: { removed: true } });
    const idsOf = async (query?: Record<string, string>) =>
      itemsOf((await list(`customers/${customer.partyId}`, query)).body).map(({ id }) => id);
    expect(await idsOf()).toEqual([removed, kept]);
    expect(await idsOf({ removed: 'true' })).toEqual([removed, kept]);
    expect(await idsOf({ removed: 'false' })).toEqual([kept]);
  });

  it('is refused for a filter that is no boolean', async () => {
    const { status, body } = await list(`customers/${addCustomer(sources, principal).partyId}`, { removed: 'no' });
    expect([status, faultsOf(body)]).toEqual([400, ['InvalidFormat /query/removed']]);
  });

  it('is unknown for owners of other accounts, and for owners that are none', async () => {
    const foreign = openAccount(sources);
    for (const path of [
      `customers/${addCustomer(sources, foreign).partyId}`,
      `customers/${principal.accountId}`,
      `customers/${newId()}`,
      `accounts/${foreign.accountId}`,
      `accounts/${addCustomer(sources, principal).partyId}`,
    ]) {
      expect(await list(path)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    }
  });
});
