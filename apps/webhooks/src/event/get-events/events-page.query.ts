import type { CollectionDocument, Page } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import type { EntityManager } from 'typeorm';
import type { PublicEvent } from '../public-event.js';
import { type Anchor, anchorText } from './anchor.js';
import { type EventsQuery, isFiltered } from './event-filters.js';
import { type EventRow, eventOf } from '../event.rows.js';
import { countMatches, type Matching, matchesFrom, OFFSET_MAX } from './matching-events.rows.js';

interface EventPage extends Pick<CollectionDocument, 'total' | 'totalIsAtLeast'> {
  readonly events: readonly PublicEvent[];
  readonly page: Page;
}

/**
 * A page of an account's events, newest first. The anchor keeps the list as it was when its first page was read: later
 * pages show nothing newer.
 */
export async function pageOfEvents(
  db: EntityManager,
  accountId: string,
  { limit, offset, anchor, ...filters }: Omit<EventsQuery, 'embed'>,
): Promise<EventPage> {
  const page = { limit, offset };
  const bounds = await boundsOf(db, accountId);
  const newest = anchor && anchor.newest < bounds.newest ? anchor.newest : bounds.newest;
  return isFiltered(filters)
    ? filteredPage(db, { accountId, newest, filters }, page, anchor)
    : plainPage(db, accountId, page, { ...bounds, newest });
}

interface Bounds {
  readonly oldest: bigint;
  readonly newest: bigint;
}

/**
 * Positions of the oldest event that is still kept and of the newest that there was. Where none is kept any more the
 * oldest is the next one: whoever has the newest has missed nothing.
 */
async function boundsOf(db: EntityManager, accountId: string): Promise<Bounds> {
  const [row] = await db.query<{ newest: string; oldest: string | null }[]>(
    `SELECT count::text AS newest, (
       SELECT min(position)::text FROM public_events WHERE public_events.account_id = $1
     ) AS oldest
     FROM event_counts WHERE event_counts.account_id = $1`,
    [accountId],
  );
  const newest = BigInt(row?.newest ?? 0);
  return { newest, oldest: row?.oldest ? BigInt(row.oldest) : newest + 1n };
}

/** The position of the newest event that there was. */
export async function newestOf(db: EntityManager, accountId: string): Promise<bigint> {
  const sql = 'SELECT count::text AS newest FROM event_counts WHERE account_id = $1';
  const [row] = await db.query<{ newest: string }[]>(sql, [accountId]);
  return BigInt(row?.newest ?? 0);
}

/** Positions have no gaps, so that they say where a page begins and how many events there are, however many. */
async function plainPage(db: EntityManager, accountId: string, page: Page, { oldest, newest }: Bounds) {
  const rows = await db.query<EventRow[]>(
    'SELECT * FROM public_events WHERE account_id = $1 AND position <= $2 ORDER BY position DESC LIMIT $3',
    [accountId, (newest - BigInt(page.offset)).toString(), page.limit],
  );
  const total = newest < oldest ? 0 : Number(newest - oldest) + 1;
  return { events: rows.map(eventOf), total, page: { ...page, anchor: newest.toString() } };
}

/**
 * The events that match the filters, by `created` and then by position. The anchor says where the page lies, so that
 * its neighbours begin there, at any depth.
 */
async function filteredPage(db: EntityManager, matching: Matching, page: Page, anchor?: Anchor): Promise<EventPage> {
  const window = anchor?.window;
  const count = window?.total ?? (await countMatches(db, matching));
  const rows = await rowsOf(db, matching, page, window);
  const [first, last] = [rows[0], rows.at(-1)];
  const next: Anchor = {
    newest: matching.newest,
    ...(first &&
      last && {
        window: {
          total: count,
          offset: page.offset,
          length: rows.length,
          first: { createdAt: first.created_at, position: BigInt(first.position) },
          last: { createdAt: last.created_at, position: BigInt(last.position) },
        },
      }),
  };
  const isMore = count > OFFSET_MAX;
  return {
    events: rows.map(eventOf),
    total: isMore ? OFFSET_MAX : count,
    ...(isMore && { totalIsAtLeast: true }),
    page: { ...page, anchor: anchorText(next) },
  };
}

async function rowsOf(
  db: EntityManager,
  matching: Matching,
  { offset, limit }: Page,
  window: Anchor['window'],
): Promise<EventRow[]> {
  if (window && offset === window.offset + window.length) {
    return matchesFrom(db, matching, { limit, after: window.last });
  }
  if (window && offset > 0 && offset + limit === window.offset) {
    return (await matchesFrom(db, matching, { limit, before: window.first })).reverse();
  }
  if (offset > OFFSET_MAX) {
    throw validationError(usualFault('InvalidFormat', '/query/offset'));
  }
  return matchesFrom(db, matching, { limit, offset });
}
