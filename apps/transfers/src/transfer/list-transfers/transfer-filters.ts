import { parseAmount } from '@halyard/core';
import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { COUNT_MAX } from '@halyard/lists';

/** Cents. Unlike an amount, a bound may be zero. */
const bound = terms.matching(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/, {
  example: '0.01',
  description: 'Dollars, with up to two decimals.',
  as: (given) => parseAmount(given)?.minor ?? 0n,
});

/**
 * The filters of a list of transfers (reference facts 7.7); bounds are inclusive. The anchor is the number of the
 * newest transfer that the first page could show, and later pages show no newer one. `search` matches the id of an
 * account or customer that is a party, or part of its names or e-mail address. `reclaimed` is a status of the reference
 * that no transfer has.
 */
export const filters = {
  ...terms.page,
  anchor: terms.anchor(/^\d{1,18}$/, Number),
  search: terms.text,
  startAmount: bound,
  endAmount: bound,
  startDate: terms.firstDay,
  endDate: terms.lastDay,
  status: terms.oneOf(['pending', 'processed', 'failed', 'cancelled', 'reclaimed']),
  correlationId: terms.correlationId,
};

/** A search can't be used to walk through a list: it shows only as many matches as are counted. */
export const unfit = ({
  search,
  offset,
  limit,
}: {
  search?: string;
  offset: number;
  limit: number;
}): readonly string[] => (search !== undefined && offset + limit > COUNT_MAX ? ['offset'] : []);

export const transferFilters = new DeclaredQuery(filters, unfit);

export const allTransferFilters = new DeclaredQuery(
  { ...filters, payment: terms.id, customerId: terms.id, fundingSourceId: terms.id },
  unfit,
);

export type TransferFilters = ValuesOf<typeof transferFilters>;
export type AllTransferFilters = ValuesOf<typeof allTransferFilters>;
