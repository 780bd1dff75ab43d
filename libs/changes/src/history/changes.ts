import type { AnswerBody, Operation } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer, refusalOf } from '@halyard/http';
import { currentTraceparent } from '@halyard/observability';
import { Batcher, binaryColumns, queryPrepared } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { lostRace } from './lost-race.js';
import type { IdempotencyRecords } from '../idempotency/idempotency-records.js';
import type { AskedItem, Change, ChangeOptions, CommonWork, HistoryEntry } from './change.js';

/** How often a change is tried while others write history of the same key without a common lock. */
const ATTEMPTS_MAX = 10;
const BATCHES = { sizeMax: 64, gathers: true };
/** How long an operation of a batch waits for a lock. If that is not enough, it is carried out alone. */
const LOCK_TIMEOUT_MS = 250;

/**
 * Adds history rows and notifies readers. The time of a key never runs back. Postgres sends one notification per
 * transaction, on commit.
 */
const ADD = {
  name: 'add-history',
  text: `
  WITH entry AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[], $7::bytea[], $8::text[]
    ) WITH ORDINALITY AS entry (id, key, account_id, type, at, data, sealed, traceparent, place)
  ), added AS (
    INSERT INTO history (id, key, sequence, account_id, type, at, data, sealed, traceparent)
    SELECT id, entry.key,
      coalesce(last.sequence, 0) + row_number() OVER (PARTITION BY entry.key ORDER BY place),
      account_id, type, greatest(entry.at, last.at), data::json, sealed, traceparent
    FROM entry LEFT JOIN LATERAL (
      SELECT sequence, at FROM history WHERE history.key = entry.key ORDER BY sequence DESC LIMIT 1
    ) AS last ON true
    ORDER BY place
    RETURNING position
  )
  SELECT pg_notify(current_schema() || '_history', '') FROM added LIMIT 1`,
};

/** An outcome for each operation; undefined if the operation has to be carried out alone. */
type Outcomes<Answer> = readonly (Answer | DomainError | undefined)[];

interface Outcome<Answer> {
  readonly answer: Answer;
  readonly isFinished: boolean;
}

/**
 * Makes the changes of services without event streams. State, history rows and the operation's outcome commit together,
 * and a repeat of the operation gets the stored outcome.
 */
export class Changes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: IdempotencyRecords,
  ) {}

  /**
   * @throws DomainError Conflict while another process carries out an operation with the same Idempotency-Key;
   * ServiceUnavailable if the change kept losing the race for its key's next sequence number
   */
  async run<Answer extends AnswerBody>(
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

  /**
   * Records the answer of an operation whose effect exists already, and can be found by the operation's id. @returns
   * the answer that was recorded first
   */
  recordAnswer<Answer extends AnswerBody>(operation: Operation, answer: Answer): Promise<Answer> {
    return this.run(operation, () => Promise.resolve(answer));
  }

  /**
   * Does the same as `run`, for operations that many clients request at once. Operations that come in one turn of the
   * event loop, or during a commit, share one change, which costs little more than a single one. If the shared change
   * fails, each operation is carried out alone, so that no client suffers from another.
   */
  together<Item, Answer extends AnswerBody>(
    work: CommonWork<Item, Answer>,
  ): (operation: Operation, item: Item) => Promise<Answer> {
    const batches = new Batcher<AskedItem<Item>, Outcomes<Answer>[number]>(
      (asked) => this.tryTogether(asked, work),
      BATCHES,
    );
    return async (operation, item) => {
      const one = { operation, item };
      const outcome = await batches.add(one);
      if (outcome) return answerOf(outcome);
      return this.run(operation, (change) => alone(change, work, one));
    };
  }

  /** Makes a change for a consumer, without a client and in the consumer's transaction. */
  within(tx: EntityManager, traceparent = currentTraceparent()): Change {
    return {
      tx,
      record: async (...entries) => {
        if (entries.length === 0) return;
        const { statement, values } = addition(entries, traceparent);
        await queryPrepared(tx, statement, values);
      },
    };
  }

  private async committed<Answer extends AnswerBody>(
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

  private async once<Answer extends AnswerBody>(
    tx: EntityManager,
    operation: Operation,
    work: (change: Change) => Promise<Answer>,
    { status, tell }: ChangeOptions<Answer>,
  ): Promise<Outcome<Answer>> {
    const [standing] = await this.records.begin(tx, [operation]);
    if (standing instanceof DomainError) throw standing;
    if (standing?.sealedOutcome) {
      const { body } = this.records.open(operation, standing.sealedOutcome);
      return { answer: body as Answer, isFinished: standing.isFinished };
    }
    const answer = await work(this.within(tx, operation.traceparent));
    const isFinished = !tell || answer.type === 'error';
    await this.records.end(tx, [
      { operation, answer: { status: status ?? usualStatus(answer), body: answer }, isFinished },
    ]);
    return { answer, isFinished };
  }

  /** Tries to carry out operations together. If an operation comes twice, both get the outcome of the first. */
  private async tryTogether<Item, Answer extends AnswerBody>(
    asked: readonly AskedItem<Item>[],
    work: CommonWork<Item, Answer>,
  ): Promise<Outcomes<Answer>> {
    const byId = new Map([...asked].reverse().map((one) => [one.operation.id, one]));
    const firsts = [...byId.values()].sort(({ operation: a }, { operation: b }) => (a.id < b.id ? -1 : 1));
    try {
      const outcomes = await this.dataSource.transaction((tx) => this.onceTogether(tx, firsts, work));
      return asked.map((one) => outcomes[firsts.indexOf(one)]);
    } catch {
      return asked.map(() => undefined);
    }
  }

  private async onceTogether<Item, Answer extends AnswerBody>(
    tx: EntityManager,
    asked: readonly AskedItem<Item>[],
    work: CommonWork<Item, Answer>,
  ): Promise<Outcomes<Answer>> {
    const operations = asked.map(({ operation }) => operation);
    const standing = await this.records.begin(tx, operations, LOCK_TIMEOUT_MS);
    const fresh = asked.filter((_, index) => standing[index] === undefined);
    const [answers, entries] = fresh.length > 0 ? await recorded(tx, work, fresh) : [[], []];
    const ends = fresh.flatMap(({ operation }, index) => {
      const answer = answers[index];
      if (!answer || answer instanceof DomainError) return [];
      return [{ operation, answer: { status: usualStatus(answer), body: answer }, isFinished: true }];
    });
    if (ends.length > 0) await this.records.end(tx, ends, entries.length > 0 ? [addition(entries)] : []);
    return asked.map((one, index) => {
      const stands = standing[index];
      if (stands instanceof DomainError) return stands;
      if (!stands?.sealedOutcome) return answers[fresh.indexOf(one)];
      return this.records.open(one.operation, stands.sealedOutcome).body as Answer;
    });
  }
}

function answerOf<Answer>(outcome: Answer | DomainError | undefined): Answer {
  if (outcome === undefined) throw new DomainError('ServerError', { cause: 'an operation was left without outcome' });
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

async function recorded<Item, Answer>(
  tx: EntityManager,
  work: CommonWork<Item, Answer>,
  asked: readonly AskedItem<Item>[],
) {
  const entries: HistoryEntry[] = [];
  const answers = await work({ tx, record: (...more) => void entries.push(...more) }, asked);
  return [answers, entries] as const;
}

async function alone<Item, Answer>(
  { tx, record }: Change,
  work: CommonWork<Item, Answer>,
  one: AskedItem<Item>,
): Promise<Answer> {
  const [[answer], entries] = await recorded(tx, work, [one]);
  await record(...entries);
  return answerOf(answer);
}

const addition = (entries: readonly HistoryEntry[], traceparent = currentTraceparent()) => ({
  statement: ADD,
  values: columnsOf(entries, traceparent),
});

const columnsOf = (entries: readonly HistoryEntry[], traceparent: string | undefined): Buffer[] =>
  binaryColumns(
    entries,
    ['uuid', () => newId()],
    ['uuid', ({ key }) => key],
    ['uuid', ({ accountId }) => accountId],
    ['text', ({ type }) => type],
    ['timestamptz', ({ at }) => at],
    ['text', ({ data }) => JSON.stringify(data)],
    ['bytea', ({ sealed }) => sealed ?? null],
    ['text', (entry) => entry.traceparent ?? traceparent ?? null],
  );

function usualStatus(answer: AnswerBody): number {
  if (answer.type === 'error') return errorAnswer(refusalOf(answer)).status;
  return answer.type === 'created' ? 201 : 200;
}
