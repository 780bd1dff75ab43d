import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ApplicationPrincipal, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { searchFound } from '@halyard/contracts/search';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import { applyCorrections, type GivenCorrection, outcomeOf } from '../../../test/corrections.js';
import {
  addBank,
  addCustomer,
  bank,
  FundingSources,
  getSource,
  openAccount,
  told,
  usd,
} from '../../../test/funding-sources.js';
import { PastBankNumbers } from '../find-bank-numbers/past-bank-numbers.query.js';
import { SourceHistory } from '../source-history.js';

const ROUTING = '222222226';
const OTHER_ROUTING = '021000021';
let numbers = 55_000_000;
const newNumber = (): string => String((numbers += 1));

describe('a correction of the numbers of a bank', () => {
  const sources = new FundingSources();
  const beside = sources.beside();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const apply = (...given: readonly GivenCorrection[]) => applyCorrections(sources.service, given);
  const appliedOf = async (...given: readonly GivenCorrection[]) => (await outcomeOf(apply(...given))).applied;
  const add = (accountNumber = newNumber(), more = {}, owner = customer) =>
    addBank(sources, principal, owner, bank({ accountNumber, ...more }));
  const to = (fundingSourceId: string, accountNumber: string, more: Partial<GivenCorrection> = {}) => ({
    fundingSourceId,
    corrected: { accountNumber },
    ...more,
  });
  const verify = async (id: string): Promise<void> => {
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    expect(await sources.service.call('POST', path, { principal, body })).toMatchObject({ status: 200 });
  };
  const attributesOf = async (id: string) => (await getSource(sources, principal, id)).attributes;
  const recorded = async (id: string) =>
    (await sources.service.recorded(id)).map(({ sequence, type }) => `${sequence} ${type.split('.')[1]}`);
  const numbersOf = async (id: string) => {
    const query = { accountId: principal.accountId, banks: [{ fundingSourceId: id }] };
    return (await sources.service.get(PastBankNumbers).find(query))[0]?.numbers;
  };
  const foundBy = async (lastFour: string) => {
    const { accountId, applicationId } = principal;
    const { body } = await sources.service.call('POST', '/internal/searches', {
      principal: servicePrincipal('gateway'),
      body: { accountId, applicationId, text: lastFour, kinds: ['funding-source'] },
    });
    return searchFound.parse('fact' in body ? body.fact : body).hits.map(({ resource }) => resource.id);
  };

  it('changes them, and leaves the bank verified', async () => {
    const id = await add('10001111');
    await verify(id);
    const before = await attributesOf(id);
    sources.service.services.calls.length = 0;
    const corrected = { routingNumber: OTHER_ROUTING, accountNumber: '20002222', bankAccountType: 'savings' } as const;
    const { applied, sources: facts } = await outcomeOf(apply({ fundingSourceId: id, code: 'C07', corrected }));
    expect([applied, facts]).toMatchObject([[true], [{ fundingSourceId: id, status: 'verified', version: 4 }]]);
    const { lastFour, fingerprint, bankName, ...rest } = await attributesOf(id);
    expect([lastFour, bankName, rest]).toMatchObject([
      '2222',
      'UNNAMED BANK',
      { status: 'verified', bankAccountType: 'savings', name: 'My bank' },
    ]);
    expect(fingerprint).not.toBe(before['fingerprint']);
    expect(await numbersOf(id)).toEqual({ routingNumber: OTHER_ROUTING, accountNumber: '20002222' });
    expect([await foundBy('1111'), await foundBy('2222')]).toEqual([[], [id]]);
    expect((await recorded(id)).slice(2)).toEqual(['3 funding-source-verified', '4 funding-source-updated']);
    // The caller gets the bank's new state in the answer.
    expect(told(sources)).toEqual([]);
  });

  it.each([
    ['C01', { accountNumber: '30003333' }],
    ['C02', { routingNumber: OTHER_ROUTING }],
    ['C05', { bankAccountType: 'savings' }],
  ] as const)('of %s changes that part alone', async (code, corrected) => {
    const before = { routingNumber: ROUTING, accountNumber: newNumber(), bankAccountType: 'checking' };
    const id = await add(before.accountNumber);
    expect(await appliedOf({ fundingSourceId: id, code, corrected })).toEqual([true]);
    const { bankAccountType } = await attributesOf(id);
    expect({ ...(await numbersOf(id)), bankAccountType }).toEqual({ ...before, ...corrected });
  });

  it('leaves micro-deposits as they are, so that the bank can still be verified', async () => {
    const id = await add();
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    expect(await appliedOf(to(id, newNumber()))).toEqual([true]);
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    expect((await sources.service.call('POST', path, { principal, body })).status).toBe(200);
  });

  it('comes once in effect, under whichever operation, in two processes at once', async () => {
    const id = await add();
    const correction = to(id, newNumber(), { correctionId: newId() });
    const both = [sources, beside].map(({ service }) => outcomeOf(applyCorrections(service, [correction, correction])));
    expect((await Promise.all(both)).map(({ applied }) => applied)).toEqual([
      [true, true],
      [true, true],
    ]);
    const since = newNumber();
    await apply(to(id, since));
    expect(await appliedOf(correction)).toEqual([true]);
    expect(await numbersOf(id)).toMatchObject({ accountNumber: since });
    expect(await recorded(id)).toHaveLength(3);
  });

  it('changes no removed or unknown bank and no balance, and holds up none that comes with it', async () => {
    const [id, removed] = [await add(), await add()];
    await sources.service.call('POST', `/funding-sources/${removed}`, { principal, body: { removed: true } });
    const balance = balanceIdOf(principal.accountId);
    await getSource(sources, principal, balance);
    const given = [removed, newId(), balance, id].map((one) => to(one, newNumber(), { correctionId: newId() }));
    const { applied, sources: facts } = await outcomeOf(apply(...given));
    expect(applied).toEqual([false, false, false, true]);
    expect(facts.map(({ fundingSourceId }) => fundingSourceId).sort()).toEqual([removed, balance, id].sort());
    expect(await appliedOf(...given)).toEqual(applied);
    expect(await recorded(removed)).toEqual(['1 funding-source-added', '2 funding-source-removed']);
  });

  it('changes no bank of an erased owner, and seals nothing for them', async () => {
    const id = await add();
    await sources.service.call('PUT', `/internal/customers/${customer.partyId}/erasure`, {
      principal: servicePrincipal('customers'),
      body: { accountId: principal.accountId, at: '2026-03-02T19:00:00.000Z' },
    });
    expect(await appliedOf(to(id, newNumber()))).toEqual([false]);
    const sql = 'SELECT wrapped FROM data_keys WHERE subject_id = $1';
    expect(await sources.service.dataSource.query<unknown[]>(sql, [customer.partyId])).toEqual([{ wrapped: null }]);
  });

  it('is not applied where it says nothing, or no number that a bank can have', async () => {
    const id = await add();
    const corrected = [{}, { accountNumber: '12' }, { accountNumber: 'A1234' }, { routingNumber: '222222227' }];
    const given = corrected.map((one) => ({ fundingSourceId: id, corrected: one }));
    expect(await appliedOf(...given)).toEqual([false, false, false, false]);
    expect(await recorded(id)).toEqual(['1 funding-source-added']);
  });

  it('is applied by the repeat where its process died before the commit, and answered by one after it', async () => {
    const id = await add();
    const correction = to(id, newNumber(), { correctionId: newId() });
    const died = jest.spyOn(sources.service.get(SourceHistory), 'recordAll').mockRejectedValueOnce(new Error('died'));
    expect((await apply(correction)).status).toBe(500);
    died.mockRestore();
    expect(await recorded(id)).toHaveLength(1);
    const operationId = newId();
    const first = await applyCorrections(sources.service, [correction], operationId);
    expect(await applyCorrections(beside.service, [correction], operationId)).toEqual(first);
    expect(await outcomeOf(apply(correction))).toMatchObject({ applied: [true], sources: [{ version: 2 }] });
    expect(await recorded(id)).toHaveLength(2);
  });

  it('is one of as many as a call may have, in two processes in opposite orders', async () => {
    const owners = Array.from({ length: TOLD_AT_ONCE_MAX / 5 }, () => addCustomer(sources, principal));
    const ids: string[] = [];
    for (const owner of owners)
      ids.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => add(newNumber(), {}, owner)))));
    const given = ids.map((id) => to(id, newNumber(), { correctionId: newId() }));
    const answers = [outcomeOf(apply(...given)), outcomeOf(applyCorrections(beside.service, given.toReversed()))];
    for (const { applied, sources: facts } of await Promise.all(answers)) {
      expect(applied).toEqual(ids.map(() => true));
      expect(new Set(facts.map(({ version }) => version))).toEqual(new Set([2]));
    }
    expect((await apply(...given, to(ids[0] ?? '', newNumber()))).status).toBe(400);
  });

  it('is told by transfers alone', async () => {
    const body = { corrections: [] };
    const path = '/internal/funding-sources/corrections';
    for (const [service, status] of [['customers', 403] as const, ['transfers', 400] as const]) {
      expect((await sources.service.call('POST', path, { principal: servicePrincipal(service), body })).status).toBe(
        status,
      );
    }
  });
});

describe('a correction of the numbers of a bank in production', () => {
  const sources = new FundingSources({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' });

  it('is not there', async () => {
    expect((await applyCorrections(sources.service, [{ fundingSourceId: newId() }])).status).toBe(404);
  });
});
