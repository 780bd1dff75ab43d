import { describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { type BankNumbersFound, NUMBERS_AT_ONCE_MAX } from '@halyard/contracts/bank-files';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  bank,
  customerWithBank,
  FundingSources,
  getSource,
  openAccount,
} from '../../../test/funding-sources.js';

interface Wanted {
  readonly fundingSourceId: string;
  readonly version?: number;
}

const find = ({ service }: Pick<FundingSources, 'service'>, body: object) =>
  service.call('POST', '/internal/funding-sources/numbers', { principal: servicePrincipal('transfers'), body });

describe('POST /internal/funding-sources/numbers', () => {
  const sources = new FundingSources();
  const beside = sources.beside();

  const found = (accountId: string, ...banks: readonly Wanted[]) => foundBy(sources, accountId, banks);
  const foundBy = async (
    process: Pick<FundingSources, 'service'>,
    accountId: string,
    banks: readonly Wanted[],
  ): Promise<BankNumbersFound['banks']> => {
    const { body } = await find(process, { accountId, banks });
    return (body as unknown as { fact: BankNumbersFound }).fact.banks.toSorted((a, b) => a.version - b.version);
  };
  const edit = (principal: ApplicationPrincipal, id: string, body: object) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body });

  it('finds the numbers of each version of a bank, and those that hold now', async () => {
    const principal = openAccount(sources);
    const customer = addCustomer(sources, principal);
    const id = await addBank(sources, principal, customer, bank({ accountNumber: '11112222' }));
    await edit(principal, id, { name: 'Another name' });
    await edit(principal, id, { accountNumber: '33334444', bankAccountType: 'savings' });
    const before = { bankAccountType: 'checking', numbers: { routingNumber: '222222226', accountNumber: '11112222' } };
    const after = { bankAccountType: 'savings', numbers: { routingNumber: '222222226', accountNumber: '33334444' } };
    const versions = [1, 2, 3, undefined].map((version) => ({ fundingSourceId: id, version }));
    expect(await found(principal.accountId, ...versions)).toEqual([
      { fundingSourceId: id, version: 1, ...before },
      { fundingSourceId: id, version: 2, ...before },
      { fundingSourceId: id, version: 3, ...after },
      { fundingSourceId: id, version: 3, ...after },
    ]);
  });

  it('finds those of a removed bank, and none of an erased owner', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const { accountId } = principal;
    await edit(principal, id, { removed: true });
    const wanted = [{ fundingSourceId: id }, { fundingSourceId: id, version: 1 }];
    const numbers = { routingNumber: '222222226', accountNumber: expect.any(String) };
    for (const process of [sources, beside]) {
      expect(await foundBy(process, accountId, wanted)).toMatchObject([
        { version: 1, numbers },
        { version: 2, numbers },
      ]);
    }
    await sources.service.call('PUT', `/internal/customers/${customer.partyId}/erasure`, {
      principal: servicePrincipal('customers'),
      body: { accountId, at: '2026-03-02T19:00:00.000Z' },
    });
    // The other process still has the key by which the numbers were sealed.
    for (const process of [sources, beside]) {
      expect(await foundBy(process, accountId, wanted)).toEqual([
        { fundingSourceId: id, version: 1 },
        { fundingSourceId: id, version: 2 },
      ]);
    }
  });

  it('finds nothing of a bank of another account, a balance, an unknown bank or a version that never was', async () => {
    const { principal, id } = await customerWithBank(sources);
    const other = await customerWithBank(sources);
    const balance = balanceIdOf(principal.accountId);
    await getSource(sources, principal, balance);
    const wanted = [other.id, balance, newId()].map((fundingSourceId) => ({ fundingSourceId }));
    expect(await found(principal.accountId, ...wanted, { fundingSourceId: id, version: 2 })).toEqual([]);
    expect(await found(other.principal.accountId, { fundingSourceId: id, version: 1 })).toEqual([]);
  });

  it('leaves out the numbers of a damaged version, and finds the others', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const whole = await addBank(sources, principal, customer);
    await sources.service.dataSource.query(`UPDATE history SET sealed = '\\x00' WHERE key = $1`, [id]);
    const banks = await found(principal.accountId, { fundingSourceId: id }, { fundingSourceId: whole });
    expect(banks.find(({ fundingSourceId }) => fundingSourceId === id)).toEqual({ fundingSourceId: id, version: 1 });
    expect(banks.find(({ fundingSourceId }) => fundingSourceId === whole)).toMatchObject({ numbers: {} });
  });

  it('answers the largest question, ten times in three seconds of CPU at the most', async () => {
    const principal = openAccount(sources);
    const ids: string[] = [];
    const owners = Array.from({ length: NUMBERS_AT_ONCE_MAX / 20 }, () => addCustomer(sources, principal));
    for (const owner of owners) {
      const added = Array.from({ length: 6 }, () => addBank(sources, principal, owner));
      ids.push(...(await Promise.all(added)));
    }
    const banks = Array.from({ length: NUMBERS_AT_ONCE_MAX }, (_, n) => ({
      fundingSourceId: ids[n % ids.length] ?? '',
      version: n % 2 ? 1 : undefined,
    }));
    const before = process.cpuUsage();
    for (let page = 0; page < 10; page += 1) {
      const all = await found(principal.accountId, ...banks);
      expect([all.length, all.filter(({ numbers }) => numbers).length]).toEqual([1_000, 1_000]);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it('is asked by transfers alone, and refuses what is no question', async () => {
    const { principal, id } = await customerWithBank(sources);
    const { accountId } = principal;
    const banks = [{ fundingSourceId: id }];
    const asked = await sources.service.call('POST', '/internal/funding-sources/numbers', {
      principal: servicePrincipal('webhooks'),
      body: { accountId, banks },
    });
    expect(asked.status).toBe(403);
    const tooMany = Array.from({ length: NUMBERS_AT_ONCE_MAX + 1 }, () => banks[0]);
    for (const body of [{}, { accountId, banks: [] }, { accountId, banks: tooMany }, { accountId: 'x', banks }]) {
      expect((await find(sources, body)).status).toBe(400);
    }
  });
});

describe('POST /internal/funding-sources/numbers in production', () => {
  const sources = new FundingSources({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' });

  it('is not there', async () => {
    const { principal, id } = await customerWithBank(sources);
    const answer = await find(sources, { accountId: principal.accountId, banks: [{ fundingSourceId: id }] });
    expect(answer.status).toBe(404);
  });
});
