import type { Topic } from '@halyard/contracts';
import { QUIET_PAGE } from '@halyard/contracts/sandbox-clock';
import type { EntityManager } from 'typeorm';

type Database = Pick<EntityManager, 'query'>;

/** An event that a topic has, named by its key and its sequence within the key. */
export interface KeyOfTopic {
  readonly topic: Topic;
  readonly key: string;
  readonly sequence: number;
}

export interface WrittenPage {
  readonly keys: readonly Omit<KeyOfTopic, 'topic'>[];
  readonly next: string;
  readonly isFull: boolean;
  readonly final: string | undefined;
}

interface WrittenRow {
  readonly key: string;
  readonly sequence: number;
  readonly place: string;
  readonly final: boolean;
}

export const FIRST_PLACE = '0:0';

/**
 * Rows come in the order of transaction ids and then of positions, as the bus reads them (ADR 4). A row is named as soon
 * as it is committed. But while an older transaction runs, a row may still appear before it, so it is not final.
 */
const WRITTEN = `
  SELECT key, sequence, xid::text || ':' || position AS place, xid < pg_snapshot_xmin(pg_current_snapshot()) AS final
  FROM history WHERE account_id = $1 AND (xid, position) > ($2::xid8, $3::bigint)
  ORDER BY xid, position LIMIT ${QUIET_PAGE}`;

/** Reads a page of what the service wrote for an account, after a place `<transaction id>:<position>`. */
export async function writtenAfter(db: Database, accountId: string, after: string): Promise<WrittenPage> {
  const rows = await db.query<WrittenRow[]>(WRITTEN, [accountId, ...after.split(':')]);
  const last = new Map<string, number>();
  for (const { key, sequence } of rows) last.set(key, Math.max(sequence, last.get(key) ?? 0));
  return {
    keys: [...last].map(([key, sequence]) => ({ key, sequence })),
    next: rows.at(-1)?.place ?? after,
    isFull: rows.length === QUIET_PAGE,
    final: rows.findLast(({ final }) => final)?.place,
  };
}

/** A consumer of the service, and a topic that it listens to. */
export interface TopicConsumer {
  readonly consumer: string;
  readonly topic: Topic;
}

const UNREACHED = `
  SELECT DISTINCT asked.place::int
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked (topic, key, sequence, place)
  JOIN unnest($4::text[], $5::text[]) AS listening (consumer, topic) ON listening.topic = asked.topic
  LEFT JOIN inbox ON inbox.consumer = listening.consumer AND inbox.topic = asked.topic AND inbox.key = asked.key
  WHERE coalesce(inbox.sequence, 0) < asked.sequence
  ORDER BY place`;

/** Selects the events that a consumer listens to but has not handled. */
export async function unreachedOf<Key extends KeyOfTopic>(
  db: Database,
  keys: readonly Key[],
  listening: readonly TopicConsumer[],
): Promise<Key[]> {
  if (keys.length === 0 || listening.length === 0) return [];
  const rows = await db.query<{ place: number }[]>(UNREACHED, [
    keys.map(({ topic }) => topic),
    keys.map(({ key }) => key),
    keys.map(({ sequence }) => sequence),
    listening.map(({ consumer }) => consumer),
    listening.map(({ topic }) => topic),
  ]);
  return rows.flatMap(({ place }) => keys[place - 1] ?? []);
}

interface ParkedRow {
  readonly id: string;
  readonly isAsked: boolean;
  readonly message: unknown;
}

/**
 * A message may be anything, and reading it as JSON may fail in Postgres. So the search only looks for the account's id
 * in its text.
 */
const PARKED = `
  SELECT * FROM (
    SELECT id, (topic, key) IN (SELECT * FROM unnest($2::text[], $3::text[])) AS "isAsked",
      (SELECT message FROM inbox_waiting AS w
       WHERE w.consumer = f.consumer AND w.topic = f.topic AND w.key = f.key ORDER BY sequence LIMIT 1) AS message
    FROM inbox_failures AS f WHERE retry_at IS NULL
  ) AS parked
  WHERE "isAsked" OR strpos(message::text, $1) > 0 ORDER BY id`;

/** The ids of parked keys that belong to the account, or that the question names. */
export async function parkedOf(db: Database, accountId: string, keys: readonly KeyOfTopic[]): Promise<string[]> {
  const asked = [keys.map(({ topic }) => topic), keys.map(({ key }) => key)];
  const rows = await db.query<ParkedRow[]>(PARKED, [accountId, ...asked]);
  return rows.filter(({ isAsked, message }) => isAsked || accountIn(message) === accountId).map(({ id }) => id);
}

const accountIn = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'accountid' in message ? message.accountid : undefined;
