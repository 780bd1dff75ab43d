import { describe, expect, it } from '@jest/globals';
import type { ResourceRef } from '@halyard/contracts';
import { type FailureRow, failureRows } from '../../test/failure-legs.js';
import { flowRows, type SeenPayment } from '../../test/leg-table.js';
import { linksRows } from '../../test/leg-links.js';
import { balancesOf, nameOf, type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { named, nameOfLeg, Stage } from '../../test/stage.js';
import { balanceStream } from '../balance/balance.model.js';
import { postedLines } from '../statement/statement-lines.js';
import { BankHours } from '../cut-off/bank-hours.js';
import { TransfersConfig } from '../config.js';
import { transferAnswer } from '../transfer/transfer.answer.js';
import { flows } from './flows.js';

const CENTS = 100n;
const hours = new BankHours(new TransfersConfig());

async function staged({ flow, receiverHas = 100 }: Pick<FailureRow, 'flow' | 'receiverHas'>) {
  const stage = await Stage.open();
  const terms = termsOf(flow);
  const [sender, receiver] = balancesOf(terms);
  if (sender) await stage.fund(sender, 100n * CENTS);
  if (receiver && receiverHas !== 0) await stage.fund(receiver, BigInt(receiverHas) * CENTS);
  await stage.begin(terms);
  let told = 0;
  const see = async (): Promise<SeenPayment> => {
    const since = await stage.told(terms, told);
    told += since.length;
    const balances = await Promise.all(
      [sender, receiver].map(async (id) =>
        id ? `${(await stage.service.balances.current(id)).postedMinor / CENTS}` : '-',
      ),
    );
    const text = since.map((each) => (each === `negative ${receiver}` ? 'receiver negative' : each)).join(', ');
    return { legs: (await stage.legs(terms)).join(', '), told: text, balances: balances.join(' ') };
  };
  return { stage, terms, see };
}

const balancesAdd = async (stage: Stage, terms: PaymentUnderTest): Promise<void> => {
  expect(await stage.books()).toMatchObject({ discrepancy: 0n, unsettled: [] });
  for (const id of balancesOf(terms)) if (id) await statementAdds(stage, terms, id);
};

/** Gapless from 1 to what is posted, and each posting is made for a leg of the payment. */
async function statementAdds({ store, service }: Stage, { legs }: PaymentUnderTest, id: string): Promise<void> {
  const all = await postedLines(store, balanceStream(id), { from: '', to: '9999' }, 1_000);
  if ('count' in all) throw new Error('the statement is too long');
  const { postedMinor } = await service.balances.current(id);
  expect(all.lines.map(({ number }) => number)).toEqual(all.lines.map((_, index) => index + 1));
  expect(all.closing).toEqual({ number: all.lines.length, total: postedMinor });
  const ofPayment = new Set(legs.map((leg) => leg.id));
  const others = all.lines.filter(({ transferId }) => !ofPayment.has(transferId));
  expect(others.every(({ number }) => number === 1)).toBe(true);
}

describe('the leg table (reference facts 7.5)', () => {
  it('has a row for each flow', () =>
    expect(flowRows.map(({ flow }) => flow).sort()).toEqual(flows.map(nameOf).sort()));

  it.each(flowRows)('$row', async ({ flow, creation, simulations }) => {
    const { stage, terms, see } = await staged({ flow });
    expect(await see()).toEqual(creation);
    for (const seen of simulations) {
      expect(await stage.simulate(named({}))).toBe(1);
      expect(await see()).toEqual(seen);
    }
    expect(await stage.simulate(named({}))).toBe(0);
    await balancesAdd(stage, terms);
  });
});

/** What the legs of a payment show, in the words of the table. */
async function shownLegs(stage: Stage, terms: PaymentUnderTest): Promise<string[]> {
  const transfers = (await stage.transfers()).filter(({ status }) => status !== 'initiated');
  const names = new Map([
    ...transfers.map((transfer) => [transfer.id, nameOfLeg(transfer, terms)] as const),
    [terms.source.fundingSourceId, 'from'] as const,
    [terms.destination.fundingSourceId, 'to'] as const,
    [terms.destination.ownerId, 'receiver'] as const,
    [terms.source.ownerId, 'sender'] as const,
  ]);
  return transfers.map((transfer) => {
    const { links, attributes } = transferAnswer(transfer, { at: when, hours });
    const { payment, timeline, ...others } = links as Readonly<Record<string, ResourceRef | undefined>>;
    expect(payment).toEqual({ kind: 'payment', id: terms.paymentId });
    expect(timeline).toEqual({ kind: 'transfer-timeline', id: transfer.id });
    const leads = Object.entries(others).flatMap(([relation, to]) => {
      if (!to) return [];
      return ['cancel', 'simulate'].includes(relation) ? [relation] : [`${relation} ${names.get(to.id)}`];
    });
    const clearing = Object.entries(attributes['clearing'] ?? {}).map((side) => `clearing ${side.join(' ')}`);
    const ach = attributes['individualAchId'] === undefined ? [] : ['ACH'];
    return `${nameOfLeg(transfer, terms)}: ${[...leads, ...clearing, ...ach].join(', ')}`;
  });
}

describe('what each leg shows (reference facts 7.4, 7.5)', () => {
  it('has a row for each flow', () =>
    expect(linksRows.map(({ flow }) => flow).sort()).toEqual(flows.map(nameOf).sort()));

  it.each(linksRows)('$flow', async ({ flow, creation, end }) => {
    const { stage, terms } = await staged({ flow });
    expect(await shownLegs(stage, terms)).toEqual(creation);
    while ((await stage.simulate(named({}))) > 0);
    expect(await shownLegs(stage, terms)).toEqual(end);
  });

  it('gives each leg at a bank an ACH id of its own: I, and seven letters or digits', async () => {
    const { stage } = await staged({ flow: 'holder bank to holder bank' });
    while ((await stage.simulate(named({}))) > 0);
    const ids = (await stage.transfers()).map((transfer) => transferAnswer(transfer, { at: when, hours }).attributes);
    const shown = ids.flatMap(({ individualAchId }) => individualAchId ?? []);
    expect(shown).toEqual([expect.stringMatching(/^I[0-9A-Z]{7}$/), expect.stringMatching(/^I[0-9A-Z]{7}$/)]);
    expect(new Set(shown).size).toBe(2);
  });
});

describe('failure legs (reference facts 7.5)', () => {
  it.each([
    'T2 (debit, R01)',
    'T1 of a plain sender (R01)',
    'T3 (credit to holder bank, R03)',
    'T1 to plain bank (R03)',
    'late return',
    'T3 cannot be created, balance below amount',
    'T3 cannot be created, receiver not verified any more',
  ])('have rows for: %s', (failing) => expect(failureRows.some(({ row }) => row.startsWith(failing))).toBe(true));

  it.each(failureRows)('$row: $flow', async (row) => {
    const { stage, terms, see } = await staged(row);
    await see();
    const names = named({
      ...(row.source !== undefined && { [terms.source.fundingSourceId]: row.source }),
      ...(row.destination !== undefined && { [terms.destination.fundingSourceId]: row.destination }),
    });
    for (const seen of row.simulations) {
      await stage.simulate(names, row.before === 'receiver closed');
      expect(await see()).toEqual(seen);
    }
    // Nothing is left to be done, however often somebody says so.
    await stage.simulate(names);
    await stage.service.process.drive(terms.paymentId);
    expect(await see()).toMatchObject({ told: '' });
    await balancesAdd(stage, terms);
  });
});
