import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '@halyard/event-store';
import { moneyToJson, usd } from '@halyard/core';
import { failureRows } from '../../test/failure-legs.js';
import { timedId } from '../../test/ids.js';
import { flowRows } from '../../test/leg-table.js';
import { everyEvent } from '../../test/payment-processes.js';
import { termsOf, when } from '../../test/payments.js';
import { Tables } from '../../test/simulator/tables.js';
import { named, Stage } from '../../test/stage.js';
import { microDepositLegs } from '../payment/micro-deposit-legs.js';
import { foldOutcome, NOT_BEGUN } from '../transfer/payment-outcome.js';
import { countedOf } from './statistics.fold.js';
import { StatisticsProjection } from './statistics.projection.js';

const fee = { payer: 'receiver', amount: moneyToJson(usd(25n)) } as const;

/** `<date> <flow> <status> <count> <cents>` of each row. */
const rowsOf = (tables: Tables): string[] =>
  tables.rows('daily_statistics').map((row) => {
    const { key, count, amount_minor } = row;
    return `${String(key).replace(/^\S+ /, '')} ${String(count)} ${String(amount_minor)}`;
  });

/** The rows after pages of so many events, each begun with nothing remembered where `isNew` says so. */
async function rowsAfter(stage: Stage, size: number, isNew = false): Promise<string[]> {
  const tables = new Tables();
  let projection = new StatisticsProjection(stage.store);
  const events = (await everyEvent(stage.store)).filter(({ stream }) => stream.startsWith('payment-'));
  for (let from = 0; from < events.length; from += size) {
    if (isNew) projection = new StatisticsProjection(stage.store);
    tables.run(await projection.apply({ events: events.slice(from, from + size), furthest: 0n }));
  }
  return rowsOf(tables).sort();
}

async function staged(flow: string, fees: readonly (typeof fee)[] = []) {
  const stage = await Stage.open();
  const terms = termsOf(flow, { fees });
  if (flow.startsWith('holder balance')) await stage.fund(terms.source.fundingSourceId, 100_00n);
  await stage.begin(terms);
  return { stage, terms };
}

describe('what is counted of a payment', () => {
  it.each(flowRows)('is one, by its two ends, whatever its legs: $row', async ({ flow, creation, simulations }) => {
    const [from = '', to = ''] = flow.split(' to ').map((end) => end.split(' ')[1]);
    const { stage } = await staged(flow);
    const expected = (legs: string): string[] => {
      const status = /pending/.test(legs) ? 'pending' : 'processed';
      return [`2026-01-05 ${from}-to-${to} ${status} 1 1000`];
    };
    expect(await rowsAfter(stage, 100)).toEqual(expected(creation.legs));
    for (const { legs } of simulations) {
      await stage.simulate(new Map());
      expect(await rowsAfter(stage, 100)).toEqual(expected(legs));
    }
  });

  it.each(failureRows.filter(({ before, receiverHas }) => before === undefined && receiverHas === undefined))(
    'moves to another row, and leaves nothing where it was, in pages of any size: $flow, $row',
    async ({ flow, source, destination, simulations }) => {
      const { stage, terms } = await staged(flow, [fee]);
      const returns = named({
        ...(source !== undefined && { [terms.source.fundingSourceId]: source }),
        ...(destination !== undefined && { [terms.destination.fundingSourceId]: destination }),
      });
      for (const _ of simulations) await stage.simulate(returns);
      const rows = await rowsAfter(stage, 100);
      expect(rows.filter((row) => !row.includes(' fee '))).toEqual([expect.stringMatching(/ failed 1 1000$/)]);
      expect(rows.filter((row) => row.includes(' fee '))).toEqual([expect.stringMatching(/ 1 25$/)]);
      for (const size of [1, 2, 3]) expect(await rowsAfter(stage, size)).toEqual(rows);
      expect(await rowsAfter(stage, 1, true)).toEqual(rows);
    },
  );

  it('is nothing for micro-deposits, and for a payment that was refused', () => {
    const [source, owner] = [timedId(2, 9), timedId(1, 9)];
    const ids = { paymentId: timedId(1, 2), attemptId: timedId(2, 2), accountId: timedId(1, 1) };
    const bank = { ownerKind: 'customer', ownerId: owner, fundingSourceId: source } as const;
    const legs = microDepositLegs({ ...ids, bank, amounts: [3n, 7n].map((minor) => moneyToJson(usd(minor))) });
    const accepted = { type: 'PaymentAccepted', data: { at: when } } as const;
    const begun = (data: Parameters<typeof foldOutcome>[1] & { type: 'PaymentInitiated' }) =>
      foldOutcome(NOT_BEGUN, data, 1n);
    const deposits = begun({ type: 'PaymentInitiated', data: { ...ids, legs, at: when } });
    expect(countedOf(foldOutcome(deposits, accepted, 2n))).toEqual([]);

    const terms = begun({ type: 'PaymentInitiated', data: termsOf('deposit', { fees: [fee] }) });
    expect(countedOf(foldOutcome(terms, accepted, 2n))).toHaveLength(2);
    expect(countedOf(terms)).toEqual([]);
    const refusal = { type: 'PaymentRefused', data: { refusal: { reason: 'InsufficientFunds' }, at: when } } as const;
    expect(countedOf(foldOutcome(terms, refusal, 2n))).toEqual([]);
  });

  it('is read for a page with later events of a payment only where it is not remembered', async () => {
    const { stage } = await staged('deposit');
    await stage.simulate(new Map());
    const events: readonly StoredEvent[] = (await everyEvent(stage.store)).filter(({ stream }) =>
      stream.startsWith('payment-'),
    );
    const reads: string[] = [];
    const read = stage.store.read.bind(stage.store);
    stage.store.read = (...asked) => {
      reads.push(asked[0]);
      return read(...asked);
    };
    const projection = new StatisticsProjection(stage.store);
    await projection.apply({ events: events.slice(0, 2), furthest: 0n });
    await projection.apply({ events: events.slice(2), furthest: 0n });
    expect(reads).toEqual([]);
    await new StatisticsProjection(stage.store).apply({ events: events.slice(2), furthest: 0n });
    expect(reads).toHaveLength(1);
  });
});
