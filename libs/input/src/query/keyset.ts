import type { KeysetPage } from '@halyard/contracts';
import { DeclaredQuery, type ValuesOf } from './declared-query.js';
import { id, page } from './terms.js';

/** For lists in order of id. A page begins after the previous page's last item, whatever was added or removed since. */
export const keyset = new DeclaredQuery({ limit: page.limit, anchor: id });
export type KeysetQuery = ValuesOf<typeof keyset>;

/** @param found the items of the page, and one more if more follow */
export function keysetPage<Item extends { readonly id: string }>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly keyset: KeysetPage } {
  const items = found.slice(0, limit);
  return { items, keyset: { limit, ...(found.length > limit && { nextAnchor: items.at(-1)?.id }) } };
}
