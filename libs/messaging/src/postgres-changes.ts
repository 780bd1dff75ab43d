import type { Document, Operation } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { currentTraceparent } from '@halyard/observability';
import type { DataSource, EntityManager } from 'typeorm';
import { type Change, Changes, type HistoryEntry } from './changes.js';
import { lostRace } from './database-errors.js';

/** Whole transactions tried when others write history of the same key without a lock in common. */
const ATTEMPTS_MAX = 10;

/** The wake-up of readers rides in the same statement: Postgres sends it once per transaction, and at commit only. */
const ADD = `
  WITH entry AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::jsonb[], $7::bytea[])
      WITH ORDINALITY AS entry (id, key, account_id, type, at, data, sealed, place)
  ), added AS (
    INSERT INTO history (id, key, sequence, account_id, type, at, data, sealed, traceparent)
    SELECT id, key,
      coalesce((SELECT max(sequence) FROM history WHERE history.key = entry.key), 0)
        + row_number() OVER (PARTITION BY key ORDER BY place),
      account_id, type, at, data, sealed, $8
    FROM entry ORDER BY place
    RETURNING sequence, position
  )
  SELECT sequence, pg_notify(current_schema() || '_history', '') FROM added ORDER BY position DESC LIMIT 1`;

/**
 * Changes kept in the service's own Postgres schema.
 *
 * @throws DomainError ServiceUnavailable when a change kept losing the race for its key's next sequence number
 */
export class PostgresChanges extends Changes {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async run<Answer extends Document>(operation: Operation, work: (change: Change) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction((tx) => this.once(tx, operation, work));
      } catch (error) {
        if (!lostRace(error)) throw error;
        if (attempt === ATTEMPTS_MAX) throw new DomainError('ServiceUnavailable', { cause: error });
      }
    }
  }

  within(tx: EntityManager, traceparent = currentTraceparent()): Change {
    return {
      tx,
      record: async (...entries) => {
        const [last] = await tx.query<{ sequence: number }[]>(ADD, [...columnsOf(entries), traceparent]);
        if (!last) throw new Error('history took no row');
        return last.sequence;
      },
    };
  }

  private async once<Answer extends Document>(
    tx: EntityManager,
    { id, traceparent }: Operation,
    work: (change: Change) => Promise<Answer>,
  ): Promise<Answer> {
    // Waits for another transaction that is about to do the same operation, until it has committed or rolled back.
    const claimed = await tx.query<unknown[]>(
      `INSERT INTO operations (operation_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING operation_id`,
      [id],
    );
    if (claimed.length === 0) return outcomeOf<Answer>(tx, id);
    const answer = await work(this.within(tx, traceparent));
    await tx.query(`UPDATE operations SET outcome = $2 WHERE operation_id = $1`, [id, JSON.stringify(answer)]);
    return answer;
  }
}

const columnsOf = (entries: readonly HistoryEntry[]): unknown[][] => [
  entries.map(() => newId()),
  entries.map(({ key }) => key),
  entries.map(({ accountId }) => accountId),
  entries.map(({ type }) => type),
  entries.map(({ at }) => at),
  entries.map(({ data }) => JSON.stringify(data)),
  entries.map(({ sealed }) => sealed ?? null),
];

async function outcomeOf<Answer>(tx: EntityManager, operationId: string): Promise<Answer> {
  const sql = `SELECT outcome FROM operations WHERE operation_id = $1`;
  const [stored] = await tx.query<{ outcome: Answer }[]>(sql, [operationId]);
  if (!stored) throw new DomainError('ServiceUnavailable');
  return stored.outcome;
}
