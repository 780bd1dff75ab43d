import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '@halyard/event-store';
import { counts } from '@halyard/testing/counts';
import { bankMutants } from './bank-mutants.js';
import { soundBanks } from './bank-parts.js';
import { simulateBanks } from './simulate-banks.js';

/** One seed alone, as a failure names it. */
const ONE = process.env['SIMULATOR_SEED'];
/** A bug is found within so many. */
const MUTANT_SEEDS = 400;

/** The steps of banks with their causes, all of which the programs have to show. */
const everything = [
  ...['LegSubmitted clock', 'LegSettled simulation', 'LegSettled clock'],
  ...['LegsStopped behavior', 'LegsStopped sentinel', 'LegsStopped file', 'LegsStopped cancel'],
  ...['LegCorrected behavior', 'LegCorrected file'],
];

const nameOf = ({ type, data }: StoredEvent): string => {
  const { because = '' } = data as { readonly because?: string };
  return `${type} ${because}`;
};

const seedsUpTo = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed);
const seeds = ONE === undefined ? seedsUpTo(counts.payments.bankPrograms) : [Number(ONE)];

describe('banks that behave, on request and by a clock, by processes that die, over connections that lose', () => {
  it(`keep every promise, in ${seeds.length} programs that come to everything that banks do`, async () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      const { problem, events } = await simulateBanks(seed);
      if (problem !== undefined) throw new Error(`SIMULATOR_SEED=${seed}: ${problem}`);
      for (const event of events) seen.add(nameOf(event));
    }
    if (ONE === undefined) expect([...seen]).toEqual(expect.arrayContaining(everything));
  });

  it('are the same, step by step, for the same seed', async () => {
    const story = (events: readonly StoredEvent[]) => events.map((event) => `${event.stream} ${nameOf(event)}`);
    for (const seed of seedsUpTo(5)) {
      const { events } = await simulateBanks(seed);
      expect(story((await simulateBanks(seed)).events)).toEqual(story(events));
    }
  });
});

describe('a bug of banks that was put in', () => {
  it.each(Object.entries(bankMutants))(`is found within ${MUTANT_SEEDS} programs: %s`, async (_, mutant) => {
    for (const seed of seedsUpTo(MUTANT_SEEDS)) {
      const { problem } = await simulateBanks(seed, { ...soundBanks, ...mutant });
      if (problem !== undefined) return;
    }
    throw new Error('nobody has noticed');
  });
});
