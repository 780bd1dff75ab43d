import { parseAmount } from '@halyard/core';
import { DeclaredQuery, terms, type ValuesOf } from '@halyard/http';

/** A search is no way to walk through a list: as far as matches are counted it shows them. */
const SEARCH_WINDOW_MAX = 10_000;

/** Cents. A bound of zero is fine, an amount of zero is not. */
const bound = terms.matching(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/, {
  example: '0.01',
  as: (given) => parseAmount(given)?.minor ?? 0n,
});

/**
 * What a list of transfers asks for (reference facts 7.7); bounds are inclusive. The anchor is the number of the newest
 * transfer that the first page could see: later pages see none after it. A search is for the id of an account or customer
 * that is a party, or for part of its names or address. `reclaimed` is a word of the reference; nothing is.
 */
export const transferFilters = new DeclaredQuery(
  {
    ...terms.page,
    anchor: terms.anchor(/^\d{1,18}$/, BigInt),
    search: terms.text,
    startAmount: bound,
    endAmount: bound,
    startDate: terms.firstDay,
    endDate: terms.lastDay,
    status: terms.oneOf(['pending', 'processed', 'failed', 'cancelled', 'reclaimed']),
    correlationId: terms.correlationId,
  },
  ({ search, offset, limit }) => (search !== undefined && offset + limit > SEARCH_WINDOW_MAX ? ['offset'] : []),
);

export type TransferFilters = ValuesOf<typeof transferFilters>;
