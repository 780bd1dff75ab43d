import { type CloudEvent, serviceOf, type Topic } from '@halyard/contracts';
import { isId } from '@halyard/core';
import { schemaOf, type DatabaseSession } from '@halyard/persistence';
import { type HistoryPosition, FIRST_OFFSET } from './group-offsets.js';
import { historyPublicColumns, type HistoryRow, toCloudEvent } from '@halyard/changes';
import type { KeyTail } from '../message-bus.js';

export const PAGE_SIZE = 500;

export const LAG_COUNT_MAX = 10_000;

interface TailPage {
  readonly events: readonly CloudEvent[];
  /** The place after which the next page begins; undefined if the page is empty. */
  readonly end: HistoryPosition | undefined;
  /** Whether there may already be another page. */
  readonly isFull: boolean;
  /** Whether some rows may not be read yet, because an older transaction is still running. */
  readonly isHeldBack: boolean;
}

interface Row extends HistoryRow, HistoryPosition {
  readonly final: boolean;
}

const columns = historyPublicColumns
  .map((column) => (column === 'xid' || column === 'position' ? `${column}::text` : column))
  .join(', ');

const tableOf = (topic: Topic): string => `${schemaOf(serviceOf(topic))}.history`;

/**
 * Reads a page of a topic's history. Rows are ordered by transaction id and then by position. A row is read only once
 * no older transaction is running, so that no row can appear before one that was already read. Within the page, events
 * come by position, and so the events of a key by sequence.
 */
export async function readTail(
  session: DatabaseSession,
  topic: Topic,
  { xid, position }: HistoryPosition,
): Promise<TailPage> {
  const rows = await session.query<Row>(
    `SELECT ${columns}, xid < pg_snapshot_xmin(pg_current_snapshot()) AS final FROM ${tableOf(topic)} AS history
     WHERE (history.xid, history.position) > ($1::xid8, $2::bigint)
     ORDER BY history.xid, history.position LIMIT ${PAGE_SIZE}`,
    [xid, position],
  );
  const final = rows.filter((row) => row.final);
  return {
    events: [...final].sort(byPosition).map((row) => toCloudEvent(topic, row)),
    end: final.at(-1),
    isFull: final.length === PAGE_SIZE,
    isHeldBack: final.length < rows.length,
  };
}

/**
 * Reads one page of a key's events. When it is handled, the reader asks for the rest. The key may come from a foreign
 * message.
 */
export async function readKey(session: DatabaseSession, topic: Topic, { key, from }: KeyTail): Promise<CloudEvent[]> {
  if (!isId(key)) return [];
  const rows = await session.query<HistoryRow>(
    `SELECT ${columns} FROM ${tableOf(topic)} AS history
     WHERE history.key = $1 AND history.sequence >= $2::bigint ORDER BY history.sequence LIMIT ${PAGE_SIZE}`,
    [key, from],
  );
  return rows.map((row) => toCloudEvent(topic, row));
}

const byPosition = (a: HistoryPosition, b: HistoryPosition): number => Number(BigInt(a.position) - BigInt(b.position));

export async function countTail(
  session: DatabaseSession,
  topic: Topic,
  { xid, position }: HistoryPosition,
): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT position FROM ${tableOf(topic)} WHERE (xid, position) > ($1::xid8, $2::bigint) LIMIT ${LAG_COUNT_MAX}
     ) AS unread`,
    [xid, position],
  );
  return row?.count ?? 0;
}

/** The last place in a topic's history, even if its row may not be read yet. */
export async function endOfTail(session: DatabaseSession, topic: Topic): Promise<HistoryPosition> {
  const [row] = await session.query<HistoryPosition>(
    `SELECT xid::text, position::text FROM ${tableOf(topic)} AS history
     ORDER BY history.xid DESC, history.position DESC LIMIT 1`,
  );
  return row ?? FIRST_OFFSET;
}
