import { moneyToJson, newId, usd } from '@halyard/core';
import { Chain } from '@halyard/event-store';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import { type Fate, FaultyEventStore } from '../../test/faulty-event-store.js';
import { settle, startProcess } from '../../test/payment-processes.js';
import { describe, expect, it, jest } from '@jest/globals';
import { type FailureRow, failureRows } from '../../test/failure-legs.js';
import { flowRows } from '../../test/leg-table.js';
import { balancesOf, termsOf, when } from '../../test/payments.js';
import { named, Stage } from '../../test/stage.js';
import { expectStatements, expectWhole, storyOf, treeOf } from '../../test/stories.js';
import { failureTrees } from '../../test/timeline-failure-trees.js';
import { lateTrees } from '../../test/timeline-late-trees.js';
import { flowTrees } from '../../test/timeline-trees.js';
import type { Fee } from '../payment/fees.js';

async function staged(flow: string, { receiverHas = 100, fees }: { receiverHas?: number; fees?: readonly Fee[] } = {}) {
  const stage = await Stage.open();
  const terms = termsOf(flow, { fees });
  const [sender, receiver] = balancesOf(terms);
  if (sender) await stage.fund(sender, 100_00n);
  if (receiver && receiverHas !== 0) await stage.fund(receiver, BigInt(receiverHas) * 100n);
  await stage.begin(terms);
  return { stage, terms };
}

const told = (row: string, flow: string): string => `${flow}: ${row}`;
const rows: readonly FailureRow[] = [
  ...flowRows.map(({ row, flow, simulations }) => ({ row, flow, simulations })),
  ...failureRows,
];

const trees = new Map(
  [...flowTrees, ...failureTrees, ...lateTrees].flatMap(({ rows: alike, tree }) =>
    alike.map((row) => [row, tree.trim()]),
  ),
);

describe('the story of a payment', () => {
  it('has a tree for each row of the leg table', () =>
    expect([...trees.keys()].sort()).toEqual([...new Set(rows.map(({ row, flow }) => told(row, flow)))].sort()));

  it.each(rows)('$flow: $row', async ({ row, flow, source, destination, before, receiverHas, simulations }) => {
    const { stage, terms } = await staged(flow, { receiverHas });
    const names = named({
      ...(source !== undefined && { [terms.source.fundingSourceId]: source }),
      ...(destination !== undefined && { [terms.destination.fundingSourceId]: destination }),
    });
    for (const _ of simulations) await stage.simulate(names, before === 'receiver closed');
    expect((await treeOf(stage, terms)).join('\n')).toBe(trees.get(told(row, flow)));
    await expectWhole(stage, terms);
    await expectStatements(stage, terms);
  });
});

const cents = (payer: Fee['payer'], minor: string): Fee => ({ payer, amount: { minor, currency: 'USD' } });

describe('the story of more than legs', () => {
  it('has the fees of a payment, and what becomes of them when it is returned', async () => {
    const { stage, terms } = await staged('holder bank to holder balance', { fees: [cents('receiver', '25')] });
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01-late' }));
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01-late' }));
    expect(await treeOf(stage, terms)).toEqual([
      'request',
      '  T2 pending [transfer-created]',
      '    bank settled because simulation',
      '      banks > transit 10.00',
      '      T2 processed [transfer-completed]',
      '        transit > receiver 10.00 (110.00)',
      '        T1 processed [transfer-completed]',
      '          receiver > transit 0.25 (109.75)',
      '          transit > platform 0.25 (0.25)',
      '          fee1 processed [transfer-completed]',
      '        bank returned R01 because sentinel',
      '          transit > banks 10.00',
      '          receiver > transit 10.00 (99.75)',
      '          T2 failed R01 [transfer-failed]',
      '            T1 failed R01 [transfer-failed]',
      '              platform > transit 0.25 (0.00)',
      '              transit > receiver 0.25 (100.00)',
      '              fee1 failed R01 [transfer-failed]',
      '  T1 pending [transfer-created]',
      '  fee1 pending [transfer-created]',
    ]);
    await expectWhole(stage, terms);
    await expectStatements(stage, terms);
  });

  it('is read at once where it lies together, and looked for where it does not', async () => {
    const fees = Array.from({ length: 30 }, () => cents('receiver', '1'));
    const { stage, terms } = await staged('holder bank to holder balance', { fees });
    const [, receiver] = balancesOf(terms);
    const busy = async () => {
      for (let count = 0; receiver && count < 40; count += 1) await stage.fund(receiver, 1n);
    };
    await busy();
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01-late' }));
    await busy();
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01-late' }));
    await busy();
    const reads = jest.spyOn(stage.store, 'read');
    const { entries } = await storyOf(stage, terms);
    expect(reads.mock.calls.length).toBeLessThan(100);
    expect(entries.filter(({ kind }) => kind === 'posting')).toHaveLength(2 * (2 + 2 * fees.length));
    await expectWhole(stage, terms);
  });

  it('says that its sender took it back', async () => {
    const { stage, terms } = await staged('holder balance to own bank');
    await stage.service.process.cancel(terms.paymentId, terms.paymentId, { stopId: newId(), at: when });
    expect(await treeOf(stage, terms)).toEqual([
      'request',
      '  T1 pending [transfer-created]',
      '    sender > transit 10.00 (90.00)',
      '    bank returned because cancel',
      '      transit > sender 10.00 (100.00)',
      '      T1 cancelled [transfer-cancelled]',
    ]);
    await expectWhole(stage, terms);
  });

  it("has what it takes from its sender's limit, and gives back", async () => {
    const stage = await Stage.open();
    const open = termsOf('plain bank to holder balance');
    const limit = moneyToJson(usd(5_000_00n));
    const terms = { ...open, weeklyLimit: { customerId: open.source.ownerId, week: '2026-01-05', limit } };
    await stage.begin(terms);
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01' }));
    expect(await treeOf(stage, terms)).toEqual([
      'request',
      '  limit taken 10.00 of 2026-01-05',
      '  T1 pending [transfer-created]',
      '    bank returned R01 because sentinel',
      '      limit given-back 10.00 of 2026-01-05',
      '      T1 failed R01 [transfer-failed]',
    ]);
  });

  it('bears the trace of what set each part off', async () => {
    const traceparentOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
    const stage = await Stage.open();
    const terms = termsOf('holder bank to holder balance');
    await stage.service.process.begin(terms, { traceparent: traceparentOf('a') });
    const [funding] = terms.legs;
    const step = { type: 'SettleLeg', legId: funding?.id ?? '', settlementId: newId(), at: when } as const;
    await stage.service.process.bank(terms.paymentId, [step], { traceparent: traceparentOf('b') });
    const { entries } = await storyOf(stage, terms);
    const traces = entries.map(({ kind, traceparent }) => `${kind} ${traceparent?.[3]}`);
    expect(traces).toEqual([
      ...['request a', 'state a', 'state a'],
      ...['bank b', 'posting b', 'state b', 'posting b', 'state b'],
    ]);
  });

  it('is found between thousands of others on the same balance', async () => {
    const { stage, terms } = await staged('holder balance to own bank');
    const { fundingSourceId } = terms.source;
    for (let more = 0; more < 1_200; more += 1) await stage.fund(fundingSourceId, 1n);
    const reads: number[] = [];
    const { store } = stage;
    const read = store.read.bind(store);
    store.read = (stream, options) => {
      if (stream === `balance-${fundingSourceId}`) reads.push(options?.count ?? Infinity);
      return read(stream, options);
    };
    await stage.simulate(named({}));
    reads.length = 0;
    await expectWhole(stage, terms);
    expect(reads.length).toBeLessThan(100);
  });
});

describe('the story of a payment whose process died', () => {
  const kinds = [
    ['deposit', 5],
    ['withdrawal', 6],
    ['balanceTransfer', 4],
  ] as const;
  const crashes = kinds.flatMap(([kind, appends]) =>
    Array.from({ length: appends }, (_, step) => step + 1).flatMap((step) =>
      (['refused', 'lost'] as const).map((fate): [string, number, Fate] => [kind, step, fate]),
    ),
  );

  it.each(crashes)('a %s, at append %i, %s: it is whole once another went on', async (kind, step, fate) => {
    const store = new InMemoryEventStore();
    const terms = termsOf(kind);
    const chain = new Chain(store);
    const amount = moneyToJson(usd(15_00n));
    const funds = {
      type: 'PostCredit',
      entryId: newId(),
      legId: newId(),
      amount,
      contra: Stage.FUNDS,
      at: when,
    } as const;
    await startProcess(store).balances.enter(terms.source.fundingSourceId, funds, { chain });
    await chain.committed();
    let count = 0;
    const dying = new FaultyEventStore(store, () => {
      count += 1;
      if (count < step) return 'committed';
      dying.sever();
      return fate;
    });
    const { process } = startProcess(dying);
    await expect(process.begin(terms, {}).then(() => settle(process, terms))).rejects.toThrow();
    await dying.settled();
    const { process: next } = startProcess(store);
    await next.begin(terms, {});
    await settle(next, terms);
    await expectWhole({ store }, terms);
    await expectStatements({ store }, terms);
    expect((await storyOf({ store }, terms)).entries).toHaveLength(kind === 'balanceTransfer' ? 5 : 6);
  });
});
