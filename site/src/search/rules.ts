import type { Options } from 'minisearch';

/** A page as the index has it; its address is its id. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly summary: string;
}

const common = new Set('a an and are as be by for from in is it its no not of on or that the to which with'.split(' '));

/** By these the index is made, and searched. */
export const rules: Options = {
  fields: ['title', 'headings', 'summary', 'text'],
  storeFields: ['title', 'section', 'summary'],
  processTerm: (term) => (common.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    prefix: true,
    combineWith: 'AND',
    boost: { title: 20, headings: 5, summary: 2 },
    // Decisions are for who changes the suite: everybody else looks for what it does.
    boostDocument: (id: string) => (id.startsWith('/docs/adr/') ? 0.3 : 1),
  },
};
