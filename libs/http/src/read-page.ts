import type { Page } from '@halyard/contracts';
import { type Fault, validationError } from '@halyard/core';

/** A query as both adapters give it: the values of a repeated name are an array. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const LIMIT_DEFAULT = 25;
const LIMIT_MAX = 200;
/** Far past any list that is read page by page, and safely inside what Postgres takes as OFFSET. */
const OFFSET_MAX = 1_000_000_000;
const ANCHOR_LENGTH_MAX = 200;

const wholeNumber = (value: unknown, min: number, max: number): number | undefined => {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && number <= max ? number : undefined;
};

const isAnchor = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= ANCHOR_LENGTH_MAX;

/**
 * Reads `limit` (1 to 200, default 25), `offset` (from 0) and `anchor` of a list's query. What the anchor means is the
 * list's own business: to this function it is text of at most 200 characters.
 *
 * @throws DomainError ValidationError with a fault at /query/limit, /query/offset and /query/anchor each
 */
export function readPage(query: Query): Page {
  const limit = query['limit'] === undefined ? LIMIT_DEFAULT : wholeNumber(query['limit'], 1, LIMIT_MAX);
  const offset = query['offset'] === undefined ? 0 : wholeNumber(query['offset'], 0, OFFSET_MAX);
  const { anchor } = query;

  const faults: Fault[] = [];
  const invalid = (name: string, field: string) =>
    faults.push({ code: 'InvalidFormat', message: `${field} invalid.`, path: `/query/${name}` });
  if (limit === undefined) invalid('limit', 'Limit');
  if (offset === undefined) invalid('offset', 'Offset');
  if (anchor !== undefined && !isAnchor(anchor)) invalid('anchor', 'Anchor');
  if (limit === undefined || offset === undefined || faults.length > 0) throw validationError(...faults);

  return isAnchor(anchor) ? { limit, offset, anchor } : { limit, offset };
}
