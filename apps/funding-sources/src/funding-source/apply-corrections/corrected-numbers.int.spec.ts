import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { applyCorrections, type GivenCorrection, outcomeOf } from '../../../test/corrections.js';
import {
  addBank,
  addCustomer,
  applyReturns,
  bank,
  FundingSources,
  getSource,
  openAccount,
} from '../../../test/funding-sources.js';

let numbers = 66_000_000;
const newNumber = (): string => String((numbers += 1));

describe('a correction to numbers that the owner of a bank may not have twice', () => {
  const sources = new FundingSources();
  const beside = sources.beside();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const add = (accountNumber = newNumber(), more = {}, owner = customer) =>
    addBank(sources, principal, owner, bank({ accountNumber, ...more }));
  const to = (fundingSourceId: string, accountNumber: string): GivenCorrection => ({
    fundingSourceId,
    corrected: { accountNumber },
  });
  const appliedOf = async (...given: readonly GivenCorrection[]) =>
    (await outcomeOf(applyCorrections(sources.service, given))).applied;
  const lastFourOf = async (id: string) => (await getSource(sources, principal, id)).attributes['lastFour'];
  const remove = (id: string) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });

  it('is not applied where another bank of the owner has them, and is so once that was removed', async () => {
    const taken = newNumber();
    const [first, second] = [await add(taken), await add('40004444')];
    const correction = { ...to(second, taken), correctionId: first };
    expect(await appliedOf(correction)).toEqual([false]);
    expect(await lastFourOf(second)).toBe('4444');
    await remove(first);
    // The correction that was decided on stays as it was; only another one is applied.
    expect(await appliedOf(correction, to(second, taken))).toEqual([false, true]);
    expect(await lastFourOf(second)).toBe(taken.slice(-4));
  });

  it('is applied to the same bank again, for a channel of its own, and for another owner', async () => {
    const number = newNumber();
    const id = await add(number);
    expect(await appliedOf(to(id, number))).toEqual([true]);
    const holder = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    const [ach, wire] = [await add(number, {}, holder), await add(newNumber(), { channels: ['wire'] }, holder)];
    expect(await appliedOf(to(wire, number))).toEqual([true]);
    expect([await lastFourOf(ach), await lastFourOf(wire)]).toEqual([number.slice(-4), number.slice(-4)]);
  });

  it('goes by what the corrections before it in the same call have changed', async () => {
    const [x, y, z] = [newNumber(), newNumber(), newNumber()];
    const [first, second] = [await add(x), await add(y)];
    // The first bank can't take the numbers of the second before that has others, and the second not those of the first.
    const swap = [to(first, y), to(second, x), to(second, z), to(first, y), to(second, y), to(second, x)];
    expect(await appliedOf(...swap)).toEqual([false, false, true, true, false, true]);
    expect([await lastFourOf(first), await lastFourOf(second)]).toEqual([y.slice(-4), x.slice(-4)]);
  });

  it('is applied to one of two banks at once, or the owner adds a bank with them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = newNumber();
      const owner = addCustomer(sources, principal);
      const [first, second] = [await add(newNumber(), {}, owner), await add(newNumber(), {}, owner)];
      const path = `/customers/${owner.partyId}/funding-sources`;
      const [one, other, added] = await Promise.all([
        outcomeOf(applyCorrections(sources.service, [to(first, wanted)])),
        outcomeOf(applyCorrections(beside.service, [to(second, wanted)])),
        beside.service.call('POST', path, { principal, body: bank({ accountNumber: wanted }) }),
      ]);
      const winners = [one.applied[0], other.applied[0], added.status === 201].filter((isFirst) => isFirst);
      expect(winners).toHaveLength(1);
      if (added.status !== 201) expect(added.body).toMatchObject({ code: 'DuplicateResource' });
    }
  });

  it('is not applied where a return has blocked them in the account', async () => {
    const [blocked, id] = [newNumber(), await add('50005555')];
    const returned = await add(blocked, {}, addCustomer(sources, principal));
    await applyReturns(sources, [{ id: returned, code: 'R10' }]);
    expect(await appliedOf(to(id, blocked))).toEqual([false]);
    expect(await lastFourOf(id)).toBe('5555');
    const stranger = openAccount(sources);
    const theirs = await addBank(sources, stranger, addCustomer(sources, stranger));
    expect(await appliedOf(to(theirs, blocked))).toEqual([true]);
  });

  it('changes the type of a bank whose numbers are blocked for others', async () => {
    const shared = newNumber();
    const id = await add(shared);
    await applyReturns(sources, [{ id: await add(shared, {}, addCustomer(sources, principal)), code: 'R10' }]);
    expect(await appliedOf({ fundingSourceId: id, corrected: { bankAccountType: 'savings' } })).toEqual([true]);
  });
});
