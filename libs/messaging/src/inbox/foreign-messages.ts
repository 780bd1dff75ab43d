import type { Topic } from '@halyard/contracts';
import { type ShownEvent, shownEventOf } from '@halyard/contracts/topics';
import type { DataSource, EntityManager } from 'typeorm';
import { type Claims, claimsOf } from './incoming.js';
import type { Message, Strangeness } from '../message-bus.js';

/** The messages of a topic that a consumer has set aside for one reason: their number and the last of them. */
export interface ForeignMessages {
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  readonly reason: Strangeness;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** The claims of the last message about itself. */
  readonly last: Claims;
  /** The last message, for operators; absent if it was set aside before messages were stored. */
  readonly shown: ShownEvent | undefined;
}

interface Row extends Omit<ForeignMessages, 'count' | 'firstAt' | 'lastAt' | 'last' | 'shown'> {
  readonly last: Claims & Pick<ForeignMessages, 'shown'>;
  readonly count: string;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** A foreign message: the topic's source did not send it, or it has no key and sequence. */
export interface Stranger extends Message {
  readonly foreign: Strangeness;
}

/** Counts foreign messages. Each consumer, topic and reason has one row, so that a stranger can't fill the table. */
export async function setAside(
  tx: EntityManager,
  consumer: string,
  topic: Topic,
  strangers: readonly Stranger[],
  at: Date,
): Promise<void> {
  const byReason = Map.groupBy(strangers, ({ foreign }) => foreign);
  for (const [reason, some] of [...byReason].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = some.at(-1)?.content;
    await tx.query(
      `INSERT INTO inbox_foreign AS f (consumer, topic, reason, count, first_at, last_at, last)
       VALUES ($1, $2, $3, $4, $5, $5, $6)
       ON CONFLICT (consumer, topic, reason) DO UPDATE
       SET count = f.count + excluded.count, last_at = excluded.last_at, last = excluded.last`,
      [
        consumer,
        topic,
        reason,
        some.length,
        at,
        JSON.stringify({ ...claimsOf(last), shown: shownEventOf(topic, last) }),
      ],
    );
  }
}

/** Lists the counted messages, the latest first. */
export async function listForeign(dataSource: DataSource): Promise<ForeignMessages[]> {
  const rows = await dataSource.query<Row[]>(
    `SELECT id, consumer, topic, reason, count, first_at, last_at, last FROM inbox_foreign ORDER BY last_at DESC, id`,
  );
  return rows.map(({ count, first_at: firstAt, last_at: lastAt, last: { shown, ...last }, ...row }) => ({
    ...row,
    last,
    shown,
    count: Number(count),
    firstAt,
    lastAt,
  }));
}
