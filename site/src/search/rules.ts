import type { Options } from 'minisearch';

/** A part of a page as the index stores it; its address is its id. */
export interface FoundPart {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly heading: string;
  readonly summary: string;
  readonly names: readonly string[];
}

const common = new Set('a an and are as be by for from in is it its no not of on or that the to which with'.split(' '));

/** Shorter words with another letter are usually other words. */
const FUZZY_LENGTH_MIN = 4;

/** The index is made and searched by these rules. */
export const rules: Options = {
  fields: ['title', 'names', 'heading', 'summary', 'text'],
  storeFields: ['title', 'section', 'heading', 'summary', 'names'],
  processTerm: (term) => (common.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    prefix: true,
    // One wrong letter is forgiven.
    fuzzy: (term) => (term.length < FUZZY_LENGTH_MIN || /\d/.test(term) ? false : 1),
    weights: { prefix: 0.5, fuzzy: 0.1 },
    combineWith: 'AND',
    boost: { title: 20, names: 10, heading: 5, summary: 2 },
  },
};
