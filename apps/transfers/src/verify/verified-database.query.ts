import type { Position } from '@halyard/event-store';
import { databaseLost, openSession } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { derivedTables } from './tables.js';

const TRIES_MAX = 5;

/** Positions by read model. */
export type Positions = ReadonlyMap<string, Position>;

/** The database that is verified. It may be a standby: nothing is written to it, and no transaction is long. */
export class VerifiedDatabase {
  private constructor(readonly dataSource: DataSource) {}

  static async open(url: string): Promise<VerifiedDatabase> {
    return new VerifiedDatabase(await openSession({ service: 'verify', url, entities: [] }));
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Runs work that sees the database as it is at one moment. The work may be run again from its beginning. */
  async atOneMoment<Result>(work: (database: EntityManager) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.dataSource.transaction('REPEATABLE READ', async (tx) => {
          await tx.query(`SET TRANSACTION READ ONLY`);
          await tx.query(`SET LOCAL timezone = 'UTC'`);
          // Before anything is read: a rebuild that swaps its tables in now would leave this moment without rows.
          await tx.query(`LOCK TABLE ${derivedTables.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
          return work(tx);
        });
      } catch (error) {
        // A standby ends a transaction that needs rows which were cleaned up on its primary: by an error or, while it is
        // asked nothing, together with the connection.
        if (!databaseLost(error) || tries === TRIES_MAX) throw error;
      }
    }
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }
}

/** The position of each read model that has begun. */
export async function positionsIn(database: EntityManager): Promise<Positions> {
  const rows = await database.query<{ name: string; position: string }[]>('SELECT name, position FROM projections');
  return new Map(rows.map(({ name, position }) => [name, BigInt(position)]));
}
