import { describe, expect, it } from '@jest/globals';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId, usd } from '@halyard/core';
import { type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { named, Stage } from '../../test/stage.js';
import { faultsOfPayers, type Payer } from './create-transfer/fee-faults.js';
import type { Fee } from './fees.js';
import type { SettleLeg, StopLeg } from './payment.decider.js';

type BankCommand = Omit<SettleLeg, 'at'> | Omit<StopLeg, 'at'>;

const dollar = (payer: Fee['payer']): Fee => ({ payer, amount: { minor: '100', currency: 'USD' } });

async function staged(flow: string, fees: readonly Fee[], funds = 100_00n) {
  const stage = await Stage.open();
  const terms = termsOf(flow, { fees });
  const account = balanceIdOf(terms.accountId);
  const sender = flow.startsWith('holder balance') ? terms.source.fundingSourceId : balanceIdOf(terms.source.ownerId);
  const receiver = flow.endsWith('balance')
    ? terms.destination.fundingSourceId
    : balanceIdOf(terms.destination.ownerId);
  if (funds > 0n) await stage.fund(sender, funds);
  await stage.begin(terms);
  const see = async () => {
    const views = await Promise.all([sender, receiver, account].map((id) => stage.service.balances.current(id)));
    return {
      legs: (await stage.legs(terms)).join(', '),
      has: views.map(({ postedMinor }) => Number(postedMinor) / 100),
    };
  };
  const cancel = (of: PaymentUnderTest) =>
    stage.service.process.cancel(of.paymentId, of.paymentId, { stopId: newId(), at: when });
  return { stage, terms, see, cancel };
}

/** Of sender, receiver and account, each with 1 dollar of fee on 10: specification, facilitator fees; decisions on fees. */
const rows: readonly {
  readonly rule: string;
  readonly flow: string;
  readonly payer: Fee['payer'];
  readonly names?: readonly [string | undefined, string | undefined];
  readonly steps: readonly (readonly [step: 'begin' | 'simulate' | 'cancel', legs: string, has: readonly number[]])[];
}[] = [
  {
    rule: 'a sender pays from its balance, when the main transfer is processed',
    flow: 'holder balance to holder balance',
    payer: 'sender',
    steps: [['begin', 'T1 processed, fee1 processed', [89, 10, 1]]],
  },
  {
    rule: 'a fee is held with the amount, and given back when the main transfer fails',
    flow: 'holder balance to plain bank',
    payer: 'sender',
    names: [undefined, 'R03'],
    steps: [
      ['begin', 'T1 pending, fee1 pending', [90, 0, 0]],
      ['simulate', 'T1 failed, fee1 cancelled', [100, 0, 0]],
    ],
  },
  {
    rule: 'a fee is cancelled with the main transfer',
    flow: 'holder bank to holder balance',
    payer: 'receiver',
    steps: [
      ['begin', 'T2 pending, T1 pending, fee1 pending', [100, 0, 0]],
      ['cancel', 'T2 cancelled, T1 cancelled, fee1 cancelled', [100, 0, 0]],
    ],
  },
  {
    rule: "a fee from a bank is a debit of its own, from the main transfer's processing on",
    flow: 'plain bank to holder balance',
    payer: 'sender',
    steps: [
      ['begin', 'T1 pending, fee1 pending', [100, 0, 0]],
      ['simulate', 'T1 processed, fee1 pending', [100, 10, 0]],
      ['simulate', 'T1 processed, fee1 processed', [100, 10, 1]],
    ],
  },
  {
    rule: 'a receiver pays out of what has come; the last leg carries the amount less the fee',
    flow: 'holder balance to holder bank',
    payer: 'receiver',
    steps: [
      ['begin', 'T1 processed, T3 pending, fee1 processed', [90, 0, 1]],
      ['simulate', 'T1 processed, T3 processed, fee1 processed', [90, 0, 1]],
    ],
  },
  {
    rule: 'a last leg that fails later keeps its fee',
    flow: 'holder balance to holder bank',
    payer: 'receiver',
    names: [undefined, 'R03'],
    steps: [
      ['begin', 'T1 processed, T3 pending, fee1 processed', [90, 0, 1]],
      ['simulate', 'T1 processed, T3 failed, fee1 processed', [90, 9, 1]],
    ],
  },
  {
    rule: "late return of the main transfer: a holder's fee flows back from the account's balance",
    flow: 'holder bank to holder balance',
    payer: 'receiver',
    names: ['R01-late', undefined],
    steps: [
      ['begin', 'T2 pending, T1 pending, fee1 pending', [100, 0, 0]],
      ['simulate', 'T2 processed, T1 processed, fee1 processed', [100, 9, 1]],
      ['simulate', 'T2 failed, T1 failed, fee1 failed', [100, 0, 0]],
    ],
  },
  {
    rule: 'late return of the main transfer: a fee that has flowed back is owed once its own debit is returned too',
    flow: 'holder bank to holder balance',
    payer: 'sender',
    names: ['R01-late', undefined],
    steps: [
      ['begin', 'T2 pending, T1 pending, fee1 pending', [100, 0, 0]],
      ['simulate', 'T2 processed, T1 processed, fee1 pending', [100, 10, 0]],
      ['simulate', 'T2 failed, T1 failed, fee1 failed', [101, 0, 0]],
      ['simulate', 'T2 failed, T1 failed, fee1 failed', [100, 0, 0]],
      ['simulate', 'T2 failed, T1 failed, fee1 failed', [100, 0, 0]],
    ],
  },
  {
    rule: "late return of the main transfer: a plain payer's fee follows its own debit",
    flow: 'plain bank to holder balance',
    payer: 'sender',
    names: ['R01-late', undefined],
    steps: [
      ['begin', 'T1 pending, fee1 pending', [100, 0, 0]],
      ['simulate', 'T1 processed, fee1 pending', [100, 10, 0]],
      ['simulate', 'T1 failed, fee1 processed', [100, 0, 1]],
      ['simulate', 'T1 failed, fee1 failed', [100, 0, 0]],
    ],
  },
];

describe('facilitator fees', () => {
  it.each(rows)('$rule: $flow', async ({ flow, payer, names = [], steps }) => {
    const { stage, terms, see, cancel } = await staged(flow, [dollar(payer)]);
    const [source, destination] = names;
    const returns = named({
      ...(source !== undefined && { [terms.source.fundingSourceId]: source }),
      ...(destination !== undefined && { [terms.destination.fundingSourceId]: destination }),
    });
    for (const [step, legs, has] of steps) {
      if (step === 'simulate') await stage.simulate(returns);
      if (step === 'cancel') await cancel(terms);
      expect(await see()).toEqual({ legs, has });
    }
  });

  it('must be there with the amount when it is paid from a balance', async () => {
    const { stage, terms, see } = await staged('holder balance to holder balance', [dollar('sender')], 10_99n);
    expect((await stage.service.payments.load(terms.paymentId)).payment.refusal).toEqual({
      reason: 'InsufficientFunds',
    });
    expect((await see()).has).toEqual([10.99, 0, 0]);
  });

  describe('that its bank has when the main transfer is returned late', () => {
    /** A sender with a balance, whose fee is a debit from its bank: handed to that, and not settled. */
    async function underWay() {
      const on = await staged('holder bank to holder balance', [dollar('sender')], 0n);
      const { stage, terms } = on;
      await stage.simulate(new Map());
      const [funding, , fee] = terms.legs.map(({ id }) => id);
      const bank = (command: BankCommand) => stage.service.process.bank(terms.paymentId, [{ ...command, at: when }]);
      await stage.service.process.submit(terms.paymentId, { legId: fee ?? '', submissionId: newId(), at: when });
      const returned = (legId = '', from: 'pending' | 'processed' = 'processed') =>
        bank({ type: 'StopLeg', legId, stopId: newId(), code: 'R10', from });
      const settled = () => bank({ type: 'SettleLeg', legId: fee ?? '', settlementId: newId() });
      const isBalanced = async () => {
        const { discrepancy, unsettled } = await stage.books();
        return discrepancy === 0n && unsettled.length === 0;
      };
      return { ...on, funding, fee, returned, settled, isBalanced };
    }

    it('flows back to its payer once it has come', async () => {
      const { see, funding, returned, settled, isBalanced } = await underWay();
      expect(await see()).toEqual({ legs: 'T2 processed, T1 processed, fee1 pending', has: [0, 10, 0] });
      await returned(funding);
      expect(await see()).toEqual({ legs: 'T2 failed, T1 failed, fee1 pending', has: [0, 0, 0] });
      await settled();
      expect(await see()).toEqual({ legs: 'T2 failed, T1 failed, fee1 failed', has: [1, 0, 0] });
      expect(await isBalanced()).toBe(true);
    });

    it.each(['before', 'after'] as const)(
      'is owed by its payer where the bank takes it back %s that',
      async (order) => {
        const { see, told, fee, funding, returned, settled, isBalanced } = await underWay().then((on) => ({
          ...on,
          told: () => on.stage.told(on.terms),
        }));
        if (order === 'before') await settled();
        await returned(funding);
        if (order === 'after') await settled();
        await returned(fee);
        await returned(fee);
        expect(await see()).toEqual({ legs: 'T2 failed, T1 failed, fee1 failed', has: [0, 0, 0] });
        expect(await isBalanced()).toBe(true);
        // It failed once for those who hear of it.
        const said = (await told()).filter((text) => !text.startsWith('negative'));
        expect(new Set(said).size).toBe(said.length);
      },
    );

    it('costs nobody anything where the bank never brings it', async () => {
      const { see, fee, funding, returned, isBalanced } = await underWay();
      await returned(funding);
      await returned(fee, 'pending');
      expect(await see()).toEqual({ legs: 'T2 failed, T1 failed, fee1 failed', has: [0, 0, 0] });
      expect(await isBalanced()).toBe(true);
    });
  });

  it('may be fifty, of different payers', async () => {
    const fees = Array.from({ length: 50 }, (_, n): Fee => ({
      ...dollar(n % 2 ? 'sender' : 'receiver'),
      amount: { minor: '10', currency: 'USD' },
    }));
    const { see } = await staged('holder balance to holder balance', fees);
    expect((await see()).has).toEqual([87.5, 7.5, 5]);
  });
});

describe('payers of fees are refused', () => {
  const terms = { isFromBalance: false, isOwn: false, receiverHasBalance: true, areEndsKnown: true };
  const fee = (payer: Payer) => ({ payer, amount: usd(1n) });
  it.each([
    ['fee account unknown', 'unknown', {}, 'Invalid /fees/0/_links/charge-to/href'],
    ['fee charge-to not a party', 'other', {}, 'Invalid /fees/0/_links/charge-to/href'],
    ['me-to-me from a balance', 'sender', { isOwn: true, isFromBalance: true }, 'NotAllowed /fees'],
    ['a receiver without a balance', 'receiver', { receiverHasBalance: false }, 'NotAllowed /fees'],
  ] as const)('%s', (_, payer, over, fault) =>
    expect(faultsOfPayers([fee(payer)], { ...terms, ...over }).map(({ code, path }) => `${code} ${path}`)).toEqual([
      fault,
    ]),
  );

  it('each at its place', () =>
    expect(
      faultsOfPayers([fee('sender'), fee('other'), fee('unknown'), fee('other')], terms).map(({ path }) => path),
    ).toEqual([1, 2, 3].map((index) => `/fees/${index}/_links/charge-to/href`)));

  it('once for all fees that a receiver without a balance should pay', () =>
    expect(faultsOfPayers([fee('receiver'), fee('receiver')], { ...terms, receiverHasBalance: false })).toHaveLength(
      1,
    ));

  it('are not, as long as an end is not known: they may be that one', () =>
    expect(faultsOfPayers([fee('other')], { ...terms, areEndsKnown: false })).toEqual([]));
});
