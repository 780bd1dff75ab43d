import { folded } from '@halyard/lists';

/**
 * The index knows texts by their sequences of three letters or digits. For each sequence that it is asked for, it reads
 * all customers that have it, even if nearly all do. So it is asked only for those that tell customers apart (ADR 57).
 */
const LETTERS = 3;
/** Only the beginning of a longer search is used. */
const PARTS_MAX = 24;
/** A part that so few of the sampled customers have costs next to nothing. */
const RARE = 1 / 32;
/** Reading and checking a customer in vain costs as much as reading this many entries of the index, or rather more. */
const ENTRIES_PER_CUSTOMER = 20;
/** If a larger share of all customers is read in vain, the parts alone were not worth asking for. */
const IN_VAIN_MAX = 1 / 10;

/** Sampled customers who contain the same parts of a search. */
export interface Sample {
  readonly customers: number;
  readonly isMatch: boolean;
  /** In the order of the parts. */
  readonly contains: readonly boolean[];
}

/** The sequences of three letters or digits in a search. Each match of the search contains all of them. */
export function partsOf(search: string): string[] {
  const words = (folded(search).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word]);
  const parts = words.flatMap((letters) =>
    letters.slice(LETTERS - 1).map((_, at) => letters.slice(at, at + LETTERS).join('')),
  );
  return [...new Set(parts)].slice(0, PARTS_MAX);
}

/**
 * Chooses the parts to ask the index for, judging by a sample of customers: rare parts first, then each part that saves
 * more than it costs. The caller compares the found customers with the whole search.
 *
 * @returns undefined if it is better to ask for the whole search
 */
export function tellingParts(parts: readonly string[], sample: readonly Sample[]): readonly string[] | undefined {
  const candidates = parts
    .map((part, at) => ({ part, at, customers: count(having(sample, at)) }))
    .sort((a, b) => a.customers - b.customers);
  const all = count(sample);
  let inVain: readonly Sample[] = sample.filter(({ isMatch }) => !isMatch);
  const telling: string[] = [];
  for (const { part, at, customers } of candidates) {
    const left = having(inVain, at);
    const spared = count(inVain) - count(left);
    if (customers > all * RARE && customers > spared * ENTRIES_PER_CUSTOMER) continue;
    telling.push(part);
    inVain = left;
  }
  return telling.length === 0 || count(inVain) > all * IN_VAIN_MAX ? undefined : telling;
}

const having = (sample: readonly Sample[], at: number): readonly Sample[] =>
  sample.filter(({ contains }) => contains[at]);

const count = (sample: readonly Sample[]): number => sample.reduce((sum, { customers }) => sum + customers, 0);
