import { ServerUnusable } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { EventStore, Position } from '../event-store.js';

/** The event store is older than the database. The message names both moments, and says what to do. */
export class StoreOlder extends ServerUnusable {}

/** How far the streams were, as the database knows it. */
export interface StreamsReach {
  readonly position: Position;
  /** Absent if no process has looked yet. */
  readonly at?: Date;
}

export class StoredReach {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async read(): Promise<StreamsReach> {
    const [row] = await this.dataSource.query<{ reached: string; at: Date | null }[]>(
      'SELECT reached, reached_at AS at FROM installation',
    );
    return { position: BigInt(row?.reached ?? 0), ...(row?.at && { at: row.at }) };
  }

  /** Notes how far the streams are, unless they are known to be further. */
  async note(position: Position): Promise<void> {
    await this.dataSource.query(
      'UPDATE installation SET reached = $1, reached_at = clock_timestamp() WHERE reached < $1',
      [position.toString()],
    );
  }
}

/**
 * Checks that the streams are at least as far as the database knows them to have been. Otherwise the database has
 * effects and records of keys whose events are gone.
 *
 * @param checkpoint the furthest position that a checkpoint of the database names
 * @throws StoreOlder, EventStoreUnavailable
 */
export async function requireStoreNotOlder(
  store: EventStore,
  stored: Pick<StoredReach, 'read'>,
  checkpoint: Position,
): Promise<void> {
  const { position, at } = await stored.read();
  const known = checkpoint > position ? checkpoint : position;
  if ((await store.head()) >= known) return;
  const storeAt = (await store.headAt())?.toISOString();
  const to = storeAt ?? 'a moment before its first event';
  throw new StoreOlder(
    `The event store ends at ${to}, and the database knows later events, up to ${at?.toISOString() ?? 'an unknown moment'}. ` +
      'Restore a later backup of the event store; or, if there is none, go back to the earlier moment: restore Postgres ' +
      `${storeAt === undefined ? '' : `with recovery_target_time = '${storeAt}' `}` +
      '(the suite: npm run restore -- FILE, of a backup from before it), and then run: npm run after-restore',
  );
}
