import type { KeysetPage } from '@halyard/contracts';
import { DeclaredQuery, type ValuesOf } from './declared-query.js';
import { id, page } from './terms.js';

/** Of lists by id: a page begins behind the item that the one before ended with, whatever has come or gone meanwhile. */
export const keyset = new DeclaredQuery({ limit: page.limit, anchor: id });
export type KeysetQuery = ValuesOf<typeof keyset>;

/** @param found one more than a page takes, where there are more */
export function keysetPage<Item extends { readonly id: string }>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly keyset: KeysetPage } {
  const items = found.slice(0, limit);
  return { items, keyset: { limit, ...(found.length > limit && { nextAnchor: items.at(-1)?.id }) } };
}
