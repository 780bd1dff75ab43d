import { folded } from '@halyard/lists';

/**
 * The index knows texts by their sequences of three letters or digits. It reads all customers of every sequence that it
 * is asked for, also of one that nearly everybody has: so it is asked only for those that tell customers apart (ADR 57).
 */
const LETTERS = 3;
/** Longer searches are taken by their beginning. */
const PARTS_MAX = 24;
/** A part that so few of the sampled customers have costs next to nothing. */
const RARE = 1 / 32;
/** To read and check a customer in vain costs as much as to read so many entries of the index; rather more. */
const ENTRIES_PER_CUSTOMER = 20;
/** With more in vain, of all, the parts were not worth asking for by themselves. */
const IN_VAIN_MAX = 1 / 10;

/** Sampled customers who contain the same parts of a search. */
export interface Sampled {
  readonly customers: number;
  readonly isMatch: boolean;
  /** Whether they contain each of the parts, in the same order. */
  readonly contains: readonly boolean[];
}

/** The sequences of three letters or digits in a search: each of its matches contains all of them. */
export function partsOf(search: string): string[] {
  const words = (folded(search).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word]);
  const parts = words.flatMap((letters) =>
    letters.slice(LETTERS - 1).map((_, at) => letters.slice(at, at + LETTERS).join('')),
  );
  return [...new Set(parts)].slice(0, PARTS_MAX);
}

/**
 * The parts to ask the index for, by which customers of a sample have them: the rare ones, and then each that spares
 * more than it costs. What they find has still to be compared with the search.
 *
 * @returns undefined if the index had better be asked for the whole search
 */
export function tellingParts(parts: readonly string[], sample: readonly Sampled[]): readonly string[] | undefined {
  const candidates = parts
    .map((part, at) => ({ part, at, customers: count(having(sample, at)) }))
    .sort((a, b) => a.customers - b.customers);
  const all = count(sample);
  let inVain: readonly Sampled[] = sample.filter(({ isMatch }) => !isMatch);
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

const having = (sample: readonly Sampled[], at: number): readonly Sampled[] =>
  sample.filter(({ contains }) => contains[at]);

const count = (sample: readonly Sampled[]): number => sample.reduce((sum, { customers }) => sum + customers, 0);
