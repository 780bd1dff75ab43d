import { describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import type { StoredEvent } from '@halyard/event-store';
import { legTransitions } from '../../src/payment/payment.fold.js';
import { mutants } from './mutants.js';
import { sound } from './parts.js';
import { simulate } from './simulate.js';

/** One seed alone, as a failure names it. */
const ONE = process.env['SIMULATOR_SEED'];
/** A bug is found within so many. */
const MUTANT_SEEDS = 200;

const everything = [
  ...Object.keys(legTransitions),
  ...['PaymentInitiated', 'PaymentRefused', 'HoldPlaced', 'HoldPosted', 'HoldReleased', 'CreditPosted', 'DebitPosted'],
  ...['DebitRefused', 'below zero', 'LimitReserved', 'LimitRefused', 'LimitGivenBack'],
].sort();

const nameOf = ({ type, data }: StoredEvent): string =>
  type === 'DebitPosted' && 'belowZero' in (data as object) ? 'below zero' : type;

const seedsUpTo = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed);
const seeds = ONE === undefined ? seedsUpTo(counts.payments.programs) : [Number(ONE)];

describe('payments of all flows, with fees and limits, by processes that die, over connections that lose', () => {
  it(`keep every promise, in ${seeds.length} programs that come to everything that can happen`, async () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      const { problem, events } = await simulate(seed);
      if (problem !== undefined) throw new Error(`SIMULATOR_SEED=${seed}: ${problem}`);
      for (const event of events) seen.add(nameOf(event));
    }
    if (ONE === undefined) expect([...seen].sort()).toEqual(everything);
  });

  it('are the same, step by step, for the same seed', async () => {
    for (const seed of seedsUpTo(5)) {
      const { events } = await simulate(seed);
      expect((await simulate(seed)).events).toEqual(events);
    }
  });
});

describe('a bug that was put in', () => {
  it.each(Object.entries(mutants))(`is found within ${MUTANT_SEEDS} programs: %s`, async (_, mutant) => {
    for (const seed of seedsUpTo(MUTANT_SEEDS)) {
      if ((await simulate(seed, { ...sound, ...mutant })).problem !== undefined) return;
    }
    throw new Error('nobody has noticed');
  });
});
