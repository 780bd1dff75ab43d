import type { CollectionAnswer } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** Matches are counted up to this number. */
export const COUNT_MAX = 10_000;

/** SQL that counts rows up to one more than `COUNT_MAX`, as `count`. @param rows a SELECT without a limit */
export const countUpToMax = (rows: string): string =>
  `SELECT count(*)::int AS count FROM (${rows} LIMIT ${COUNT_MAX + 1}) AS matches`;

/** @param count the number of all matches; any number above `COUNT_MAX` if there are more than are counted */
export const totalOf = (count: number): Pick<CollectionAnswer, 'total' | 'totalIsAtLeast'> =>
  count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true } : { total: count };

/** @throws DomainError ValidationError if a page of matches begins beyond those that are counted */
export function refuseUncounted(offset: number): void {
  if (offset > COUNT_MAX) throw validationError(usualFault('InvalidFormat', '/query/offset'));
}
