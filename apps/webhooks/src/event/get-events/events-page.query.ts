import type { CollectionAnswer, Page } from '@halyard/contracts';
import {
  anchored,
  isFiltered,
  NumberedList,
  type OwnerList,
  refuseLost,
  refuseUncounted,
  totalOf,
} from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import type { PublicEvent } from '../public-event.js';
import { type Anchor, anchorText } from './anchor.js';
import type { EventFilters, EventsQuery } from './event-filters.js';
import { type EventRow, eventOf } from '../event.rows.js';
import { restartedOf, type Restart, restartsOf } from '../../recovery/restarts.rows.js';
import { countMatches, eventConditions, matchesFrom } from './matching-events.rows.js';

interface EventPage extends Pick<CollectionAnswer, 'total' | 'totalIsAtLeast'> {
  readonly events: readonly PublicEvent[];
  readonly page: Page;
  /** The last restore after which positions went on with a gap. */
  readonly restarted: ReturnType<typeof restartedOf>;
}

/** Lists an account's events by position. Filtered lists have another order and anchor: see `filteredPage`. */
const eventList = new NumberedList<EventRow, object>({
  rows: 'public_events',
  owner: 'account_id',
  number: 'position',
  filters: {},
  // Without a filter, a page has consecutive events.
  read: (db, accountId, positions) =>
    db.query<EventRow[]>(
      'SELECT * FROM public_events WHERE account_id = $1 AND position <= $2 ORDER BY position DESC LIMIT $3',
      [accountId, positions[0], positions.length],
    ),
});

/**
 * Reads a page, newest first. The anchor makes later pages show the list as it was when the first one was read.
 *
 * @throws DomainError ValidationError for an anchor of a time that a restore has undone
 */
export async function pageOfEvents(
  db: EntityManager,
  accountId: string,
  { limit, offset, anchor, ...filters }: Omit<EventsQuery, 'embed'>,
): Promise<EventPage> {
  const page = { limit, offset };
  const restarts = await restartsOf(db, 'events', accountId);
  const list = await listOf(db, accountId, restarts, anchor);
  const restarted = restartedOf(restarts);
  if (isFiltered(eventConditions, filters))
    return { ...(await filteredPage(db, list, filters, page, anchor)), restarted };
  const { rows, ...shown } = await eventList.page(db, list, page);
  return { events: rows.map(eventOf), ...shown, restarted };
}

/**
 * Reads the bounds of an account's list. If no event is stored any more, the list is empty and begins after the newest
 * one.
 */
async function listOf(
  db: EntityManager,
  accountId: string,
  gaps: readonly Restart[],
  anchor?: Anchor,
): Promise<OwnerList> {
  if (anchor) refuseLost(anchor.newest, gaps, '/query/anchor');
  const [row] = await db.query<{ newest: string; oldest: string | null }[]>(
    `SELECT count::text AS newest, (
       SELECT min(position)::text FROM public_events WHERE public_events.account_id = $1
     ) AS oldest
     FROM event_counts WHERE event_counts.account_id = $1`,
    [accountId],
  );
  const newest = Number(row?.newest ?? 0);
  const range = { oldest: Number(row?.oldest ?? newest + 1), newest, gaps };
  return { ownerId: accountId, range: anchored(range, anchor?.newest) };
}

export async function newestOf(db: EntityManager, accountId: string): Promise<bigint> {
  const sql = 'SELECT count::text AS newest FROM event_counts WHERE account_id = $1';
  const [row] = await db.query<{ newest: string }[]>(sql, [accountId]);
  return BigInt(row?.newest ?? 0);
}

/**
 * Reads a page in the order of `created`, then of position. The anchor says where the page is, so that its neighbours
 * begin there.
 */
async function filteredPage(
  db: EntityManager,
  list: OwnerList,
  filters: EventFilters,
  page: Page,
  anchor?: Anchor,
): Promise<Omit<EventPage, 'restarted'>> {
  const window = anchor?.window;
  const count = window?.total ?? (await countMatches(db, list, filters));
  const rows = await rowsOf(db, list, filters, page, window);
  const [first, last] = [rows[0], rows.at(-1)];
  const next: Anchor = {
    newest: list.range.newest,
    ...(first &&
      last && {
        window: {
          total: count,
          offset: page.offset,
          length: rows.length,
          first: { createdAt: first.created_at, position: Number(first.position) },
          last: { createdAt: last.created_at, position: Number(last.position) },
        },
      }),
  };
  return { events: rows.map(eventOf), ...totalOf(count), page: { ...page, anchor: anchorText(next) } };
}

async function rowsOf(
  db: EntityManager,
  list: OwnerList,
  filters: EventFilters,
  { offset, limit }: Page,
  window: Anchor['window'],
): Promise<EventRow[]> {
  if (window && offset === window.offset + window.length) {
    return matchesFrom(db, list, filters, { limit, after: window.last });
  }
  if (window && offset > 0 && offset + limit === window.offset) {
    return (await matchesFrom(db, list, filters, { limit, before: window.first })).reverse();
  }
  refuseUncounted(offset);
  return matchesFrom(db, list, filters, { limit, offset });
}
