import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { accountUse, type ClockStep } from '@halyard/contracts/sandbox-clock';
import { servicePrincipal } from '@halyard/testing';
import { addBank, addCustomer, FundingSources, openAccount, resourceOf } from '../../../test/funding-sources.js';

const asTransfers = { principal: servicePrincipal('transfers') };

describe('an account whose sandbox clock is set', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  beforeEach(() => {
    principal = openAccount(sources);
  });

  async function isUsed(): Promise<boolean> {
    const { body } = await sources.service.call(
      'GET',
      `/internal/account-clocks/${principal.accountId}/use`,
      asTransfers,
    );
    return accountUse.parse(body.type === 'fact' && body.fact).isUsed;
  }
  const balance = async (step?: number) => {
    const path = `/funding-sources/${balanceIdOf(principal.accountId)}`;
    const call = { principal, ...(step !== undefined && { step }) };
    return resourceOf((await sources.service.call('GET', path, call)).body).attributes;
  };
  const set = (step: number, at: string, begins?: true) => {
    const { accountId } = principal;
    const clock = { mode: 'frozen', banks: 'on-time', isAdvancing: false } as const;
    const body: ClockStep = { accountId, step, ...clock, at, madeAt: at, ...(begins && { begins }) };
    return sources.service.call('PUT', `/internal/account-clocks/${accountId}`, { ...asTransfers, body });
  };

  it('has not been used while it has no bank, although it has a balance', async () => {
    expect(await isUsed()).toBe(false);
    await balance();
    expect(await isUsed()).toBe(false);
  });

  it('has been used once it or a customer of it had a bank, even if that was removed', async () => {
    const id = await addBank(sources, principal, addCustomer(sources, principal));
    expect(await isUsed()).toBe(true);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    expect(await isUsed()).toBe(true);
  });

  it('has a balance that counts as created when the clock begins, or earlier', async () => {
    const { created } = await balance();
    expect((await set(1, '2020-01-01T00:00:00.000Z')).status).toBe(200);
    expect((await balance(1))['created']).toBe(created);
    await set(2, '2020-01-02T00:00:00.000Z', true);
    expect((await balance(2))['created']).toBe('2020-01-02T00:00:00.000Z');
    await set(3, '2030-01-01T00:00:00.000Z', true);
    expect((await balance(3))['created']).toBe('2020-01-02T00:00:00.000Z');
  });
});
