import type { BuiltSite } from './check.ts';
import type { SearchDocument } from './search.ts';

/** Parts of pages that the search leads to, and that the built pages do not have: one sentence each. */
export const lostAnchors = (site: BuiltSite, documents: readonly SearchDocument[]): readonly string[] =>
  documents.flatMap(({ id }) => {
    const [page = '', anchor] = id.split('#');
    return anchor === undefined || site.get(page)?.includes(` id="${anchor}"`)
      ? []
      : [`the search leads to ${id}, and that page has no such anchor`];
  });
