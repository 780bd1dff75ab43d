import type { AnswerOf, Hal, ItemOf, PathOf } from '@halyard/client';
import type { PageRow } from '../parts/page-rows.js';
import { listOf, type ListRow } from './list.js';

type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<'get', P> extends Hal & { readonly _embedded: unknown } ? P : never;
}[PathOf<'get'>];

/** A page that shows the list at its path. */
export function listPage<P extends ListPath>(
  path: P,
  row: Omit<PageRow, 'path' | 'Show'> & ListRow<ItemOf<AnswerOf<'get', P>>>,
): PageRow {
  return { ...row, path, Show: listOf<AnswerOf<'get', P>>(row).Whole };
}
