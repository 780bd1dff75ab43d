import { expect } from '@jest/globals';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { formatAmount } from '@halyard/core';
import { balanceEventOf, balanceStream, postedBy } from '../src/balance/balance.model.js';
import { transitOf } from '../src/payment/chart-of-accounts.js';
import { postedLines } from '../src/statement/statement-lines.js';
import { readStory } from '../src/timeline/read-story.js';
import { foldStory } from '../src/timeline/story.fold.js';
import type { Story, TimelineEntry } from '../src/timeline/timeline.entry.js';
import { everyEvent } from './payment-processes.js';
import { balancesOf, type PaymentUnderTest } from './payments.js';
import { nameOfLeg, type Stage } from './stage.js';

export const storyOf = async ({ store }: Pick<Stage, 'store'>, { paymentId }: PaymentUnderTest): Promise<Story> =>
  foldStory(paymentId, await readStory(store, paymentId));

/** The tree as text, each entry below its cause, in the words of the table. */
export async function treeOf(stage: Stage, terms: PaymentUnderTest): Promise<string[]> {
  const { entries, facts } = await storyOf(stage, terms);
  const legs = new Map((await stage.transfers()).map((transfer) => [transfer.id, nameOfLeg(transfer, terms)]));
  const [sender, receiver] = balancesOf(terms);
  const words = new Map([
    [`balance:${sender}`, 'sender'],
    [`balance:${receiver}`, 'receiver'],
    [`balance:${balanceIdOf(terms.accountId)}`, 'platform'],
    [transitOf(terms.paymentId), 'transit'],
  ]);
  const account = (name: string) => words.get(name) ?? name;
  const said = (entry: TimelineEntry): string => {
    switch (entry.kind) {
      case 'request':
        return 'request';
      case 'state':
        return `${legs.get(entry.transferId)} ${entry.status}${entry.code ? ` ${entry.code}` : ''}`;
      case 'posting': {
        const after = entry.balanceAfter === undefined ? '' : ` (${formatAmount(entry.balanceAfter)})`;
        return `${account(entry.from)} > ${account(entry.to)} ${formatAmount(entry.minor)}${after}`;
      }
      case 'limit':
        return `limit ${entry.direction} ${formatAmount(entry.minor)} of ${entry.week}`;
      case 'bank':
        return `bank ${entry.did} ${entry.code ? `${entry.code} ` : ''}because ${entry.because}`;
    }
  };
  const children = Map.groupBy(entries, ({ cause }) => cause);
  const lines: string[] = [];
  const walk = (entry: TimelineEntry, depth: number): void => {
    const told = facts.filter(({ cause }) => cause === entry.id).map(({ fact }) => fact.type.split('.')[1]);
    lines.push(`${'  '.repeat(depth)}${said(entry)}${told.length > 0 ? ` [${told.join(', ')}]` : ''}`);
    for (const child of children.get(entry.id) ?? []) walk(child, depth + 1);
  };
  for (const root of children.get(undefined) ?? []) walk(root, 0);
  expect(lines).toHaveLength(entries.length);
  return lines;
}

/** Expects one root, causes before their effects, all postings, and nothing left in transit. */
export async function expectWhole(stage: Pick<Stage, 'store'>, terms: PaymentUnderTest): Promise<void> {
  const { entries } = await storyOf(stage, terms);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  expect(places.size).toBe(entries.length);
  expect(entries.filter(({ cause }) => cause === undefined)).toHaveLength(1);
  for (const [place, { cause }] of entries.entries()) if (cause) expect(places.get(cause)).toBeLessThan(place);
  const times = entries.map(({ recorded }) => recorded.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const transit = transitOf(terms.paymentId);
  const postings = entries.filter((entry) => entry.kind === 'posting');
  const sum = postings.reduce(
    (left, { from, to, minor }) => left + (to === transit ? minor : 0n) - (from === transit ? minor : 0n),
    0n,
  );
  expect(sum).toBe(0n);
  const posted = (await everyEvent(stage.store)).filter((stored) => {
    if (!stored.stream.startsWith('balance-')) return false;
    const event = balanceEventOf(stored);
    return event.data.contra === transit && postedBy(event) !== undefined;
  });
  expect(postings.filter(({ from, to }) => from !== 'banks' && to !== 'banks')).toHaveLength(posted.length);
}

const EVER = { from: '0000', to: '9999' };
const LINES_MAX = 10_000;

/**
 * Expects a gapless statement, from number 1, of each balance that the payment touched. It adds up and has the postings
 * of the story.
 */
export async function expectStatements(stage: Pick<Stage, 'store'>, terms: PaymentUnderTest): Promise<void> {
  const { entries } = await storyOf(stage, terms);
  const postings = entries.filter((entry) => entry.kind === 'posting');
  const balances = new Set(
    postings.flatMap(({ from, to }) => [from, to]).filter((name) => name.startsWith('balance:')),
  );
  const legs = new Set(terms.legs.map(({ id }) => id));
  for (const balance of balances) {
    const stream = balanceStream(balance.slice('balance:'.length));
    const statement = await postedLines(stage.store, stream, EVER, LINES_MAX);
    if ('count' in statement) throw new Error(`${statement.count} lines`);
    const { opening, lines, closing } = statement;
    let sum = 0n;
    expect(lines.map(({ number, total }) => [number, total])).toEqual(
      lines.map(({ minor }, index) => [index + 1, (sum += minor)]),
    );
    expect([opening, closing]).toEqual([
      { number: 0, total: 0n },
      { number: lines.length, total: sum },
    ]);
    const told = postings.filter(({ from, to }) => from === balance || to === balance);
    expect(lines.filter(({ transferId }) => legs.has(transferId)).map(({ minor, total }) => [minor, total])).toEqual(
      told.map(({ to, minor, balanceAfter }) => [to === balance ? minor : -minor, balanceAfter]),
    );
  }
}
