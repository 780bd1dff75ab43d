import type { Document, Operation } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer, refusalOf } from '@halyard/http';
import { currentTraceparent } from '@halyard/observability';
import type { DataSource, EntityManager } from 'typeorm';
import { type Change, type ChangeOptions, Changes, type HistoryEntry } from './changes.js';
import { lostRace } from './database-errors.js';
import type { OperationRecords } from './keys/operation-records.js';

/** Whole transactions tried when others write history of the same key without a lock in common. */
const ATTEMPTS_MAX = 10;

/** The wake-up of readers rides in the same statement: Postgres sends it once per transaction, and at commit only. */
const ADD = `
  WITH entry AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::jsonb[], $7::bytea[], $8::text[]
    ) WITH ORDINALITY AS entry (id, key, account_id, type, at, data, sealed, traceparent, place)
  ), added AS (
    INSERT INTO history (id, key, sequence, account_id, type, at, data, sealed, traceparent)
    SELECT id, key,
      coalesce((SELECT max(sequence) FROM history WHERE history.key = entry.key), 0)
        + row_number() OVER (PARTITION BY key ORDER BY place),
      account_id, type, at, data, sealed, traceparent
    FROM entry ORDER BY place
    RETURNING sequence, position
  )
  SELECT sequence, pg_notify(current_schema() || '_history', '') FROM added ORDER BY position DESC LIMIT 1`;

/** What an operation came to. */
interface Outcome<Answer> {
  readonly answer: Answer;
  readonly isFinished: boolean;
}

/**
 * Changes kept in the service's own Postgres schema.
 *
 * @throws DomainError ServiceUnavailable when a change kept losing the race for its key's next sequence number
 */
export class PostgresChanges extends Changes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: OperationRecords,
  ) {
    super();
  }

  async run<Answer extends Document>(
    operation: Operation,
    work: (change: Change) => Promise<Answer>,
    options: ChangeOptions<Answer> = {},
  ): Promise<Answer> {
    const { answer, isFinished } = await this.committed(operation, work, options);
    if (isFinished) return answer;
    await options.tell?.(answer);
    await this.records.finish(operation);
    return answer;
  }

  within(tx: EntityManager, traceparent = currentTraceparent()): Change {
    return {
      tx,
      record: async (...entries) => {
        const [last] = await tx.query<{ sequence: number }[]>(ADD, columnsOf(entries, traceparent));
        if (!last) throw new Error('history took no row');
        return last.sequence;
      },
    };
  }

  private async committed<Answer extends Document>(
    operation: Operation,
    work: (change: Change) => Promise<Answer>,
    options: ChangeOptions<Answer>,
  ): Promise<Outcome<Answer>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction((tx) => this.once(tx, operation, work, options));
      } catch (error) {
        if (!lostRace(error)) throw error;
        if (attempt === ATTEMPTS_MAX) throw new DomainError('ServiceUnavailable', { cause: error });
      }
    }
  }

  private async once<Answer extends Document>(
    tx: EntityManager,
    operation: Operation,
    work: (change: Change) => Promise<Answer>,
    { status, tell }: ChangeOptions<Answer>,
  ): Promise<Outcome<Answer>> {
    const standing = await this.records.begin(tx, operation);
    if (standing?.sealedOutcome) {
      const { body } = await this.records.open(operation, standing.sealedOutcome);
      return { answer: body as Answer, isFinished: standing.isFinished };
    }
    const answer = await work(this.within(tx, operation.traceparent));
    const isFinished = !tell || answer.document === 'error';
    await this.records.end(tx, operation, { status: status ?? usualStatus(answer), body: answer }, isFinished);
    return { answer, isFinished };
  }
}

const columnsOf = (entries: readonly HistoryEntry[], traceparent: string | undefined): unknown[][] => [
  entries.map(() => newId()),
  entries.map(({ key }) => key),
  entries.map(({ accountId }) => accountId),
  entries.map(({ type }) => type),
  entries.map(({ at }) => at),
  entries.map(({ data }) => JSON.stringify(data)),
  entries.map(({ sealed }) => sealed ?? null),
  entries.map((entry) => entry.traceparent ?? traceparent ?? null),
];

function usualStatus(answer: Document): number {
  if (answer.document === 'error') return errorAnswer(refusalOf(answer)).status;
  return answer.document === 'created' ? 201 : 200;
}
