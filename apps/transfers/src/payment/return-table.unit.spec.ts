import { describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { newId, returnCodes, type ReturnCode } from '@halyard/core';
import { balancesOf, nameOf, type PaymentUnderTest, termsOf } from '../../test/payments.js';
import { returnRows, type ReturnRow } from '../../test/return-table.js';
import { named, nameOfLeg, Stage } from '../../test/stage.js';
import { returnedTo } from '../rail/bank-effects.js';
import { bankOf } from '../transfer/transfer.answer.js';
import { flows } from './flows.js';
import { directionOf } from './payment.legs.js';
import type { LegState } from './payment.model.js';

const all = Object.keys(returnCodes) as ReturnCode[];
/** One of each kind of effects, which are all that codes differ by; every one where there is time. */
const codes = counts.payments.everyReturnCode
  ? all
  : [...Map.groupBy(all, (code) => JSON.stringify(returnCodes[code].effects)).values()].flatMap(([code]) => code ?? []);
/** More than the simulations that any payment takes until its last leg is returned. */
const SIMULATIONS = 5;

/** A payment for each code, of which the bank on one side is named for it. */
function paymentsOf({ flow, side }: ReturnRow) {
  return codes.map((code) => {
    const terms = termsOf(flow);
    const bank = { ...terms[side], fundingSourceId: newId() };
    return { code, bank, terms: termsOf(flow, { ...terms, [side]: bank }) };
  });
}

/** What its owners have to be told of a return: `<whose> <id> <code>`. */
function toldOwners(code: ReturnCode, { fundingSourceId, ownerId }: PaymentUnderTest['source']): string[] {
  const { customer, unverify, remove, block } = returnCodes[code].effects;
  return [
    ...(unverify || remove || block ? [`bank ${fundingSourceId} ${code}`] : []),
    ...(customer ? [`customer ${ownerId} ${code}`] : []),
  ];
}

function told(leg: LegState): string[] {
  const { banks, customers } = returnedTo(leg);
  return [
    ...banks.map(({ id, code }) => `bank ${id} ${code}`),
    ...customers.map(({ id, code }) => `customer ${id} ${code}`),
  ];
}

async function run(row: ReturnRow, isLate: boolean) {
  const stage = await Stage.open();
  const payments = paymentsOf(row);
  const balances = [...new Set(payments.flatMap(({ terms }) => balancesOf(terms)))].filter((id) => id !== undefined);
  for (const id of balances) await stage.fund(id, 100_000_00n);
  for (const { terms } of payments) await stage.begin(terms);
  const names = payments.map(({ code, bank }) => [bank.fundingSourceId, isLate ? `${code}-late` : code]);
  const returns = named(Object.fromEntries(names) as Record<string, string>);
  for (let call = 0; call < SIMULATIONS; call += 1) await stage.simulate(returns);
  return { stage, payments };
}

describe('code, leg and flow: what a return leaves', () => {
  it('has a row for each leg that touches a bank, of each flow', () => {
    const legs = flows.flatMap((flow) =>
      termsOf(nameOf(flow)).legs.flatMap((leg, place) => {
        const name = place === flow.main ? 'T1' : place < flow.main ? 'T2' : 'T3';
        const direction = directionOf(leg);
        return direction ? [`${nameOf(flow)} ${name} ${direction === 'in' ? 'source' : 'destination'}`] : [];
      }),
    );
    expect(returnRows.map(({ flow, leg, side }) => `${flow} ${leg} ${side}`).sort()).toEqual(legs.sort());
  });

  it.each(returnRows.flatMap((row) => [false, true].map((isLate) => ({ ...row, isLate }))))(
    '$leg of $flow, late: $isLate',
    async ({ isLate, ...row }) => {
      const { stage, payments } = await run(row, isLate);
      const { legs, balances } = isLate ? row.late : row.atOnce;
      const transfers = await stage.transfers();
      const byPayment = Map.groupBy(transfers, ({ paymentId }) => paymentId);
      for (const { code, bank, terms } of payments) {
        const seen = (byPayment.get(terms.paymentId) ?? []).filter(({ status }) => status !== 'initiated');
        const ends = seen.map((transfer) => `${nameOfLeg(transfer, terms)} ${transfer.status}`);
        expect([code, ends.join(', ')]).toEqual([code, legs]);
        const { payment } = await stage.service.payments.load(terms.paymentId);
        expect(payment.legs.flatMap((leg) => (leg.stop?.isCause ? told(leg) : []))).toEqual(toldOwners(code, bank));
      }

      const failed = transfers.filter(({ status }) => status === 'failed');
      const bankAndCode = new Map(payments.map(({ terms, bank, code }) => [terms.paymentId, [bank, code]]));
      for (const transfer of failed) {
        expect([bankOf(transfer), transfer.failureCode]).toEqual(bankAndCode.get(transfer.paymentId));
      }

      const [first] = payments;
      const books = await stage.books();
      expect(books).toMatchObject({ discrepancy: 0n, unsettled: [] });
      const come = first && balancesOf(first.terms).map((id) => (id === undefined ? '-' : (books.posted[id] ?? 0n)));
      const each = balances
        .split(' ')
        .map((dollars) => (dollars === '-' ? '-' : BigInt(dollars) * 100n * BigInt(codes.length)));
      expect(come).toEqual(each);
    },
  );

  it('never suspends the master account', async () => {
    const { source } = termsOf('holder bank to own balance');
    const account = { ...source, ownerKind: 'account', fundingSourceId: newId() } as const;
    const stage = await Stage.open();
    const terms = termsOf('holder bank to own balance', { source: account, destination: { ...account } });
    await stage.begin(terms);
    await stage.simulate(named({ [account.fundingSourceId]: 'R10' }));
    const { payment } = await stage.service.payments.load(terms.paymentId);
    expect(payment.legs.flatMap(told)).toEqual([`bank ${account.fundingSourceId} R10`]);
  });
});
