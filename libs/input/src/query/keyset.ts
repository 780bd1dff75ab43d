import type { KeysetPage } from '@halyard/contracts';
import { DeclaredQuery, type ValuesOf } from './declared-query.js';
import { id, page } from './terms.js';

/**
 * The query of lists in the order of ids. A page begins after the last item of the one before, whatever was added or
 * removed meanwhile.
 */
export const keyset = new DeclaredQuery({ limit: page.limit, anchor: id });
export type KeysetQuery = ValuesOf<typeof keyset>;

/** Makes a page. @param found the items of the page, and one more if there is another page */
export function keysetPage<Item extends { readonly id: string }>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly keyset: KeysetPage } {
  const items = found.slice(0, limit);
  return { items, keyset: { limit, ...(found.length > limit && { nextAnchor: items.at(-1)?.id }) } };
}
