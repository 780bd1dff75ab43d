import type { Operation } from '@halyard/contracts';
import { Claim, type Clock, DomainError, stillProcessing } from '@halyard/core';
import type { ClaimFunction } from '@halyard/event-store';
import type { ServiceAnswer } from '@halyard/http';
import {
  Batcher,
  binaryColumns,
  queryPrepared,
  queryTogether,
  type Sealer,
  type PipelineStep,
} from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { contexts, hashOf, KeptContent, nameOfKey } from './kept-content.js';
import { operationsLifetime } from './idempotency-records.migration.js';
import {
  ADD_ENDED,
  BEGIN,
  CLAIM_KEYS,
  END_KEYED,
  inOrder,
  type KeyClaim,
  nameColumns,
  outcomeColumns,
  type RecordName,
  refusedColumns,
  type RefusedRecord,
  wishColumns,
} from './idempotency-records.rows.js';

export type { KeyClaim, RecordName, RefusedRecord } from './idempotency-records.rows.js';

/**
 * How much the clocks of two processes may differ. A record that one of them has dropped has expired for the other as
 * well.
 */
const CLOCKS_APART_MS = 10_000;
/**
 * How long a transaction may do nothing before the database ends it. Its process may have been stopped in the middle.
 */
const STALLED_MS = 5_000;
const BATCHES = { sizeMax: 250, gathers: true };

export interface StoredKey {
  readonly sealedOutcome: Buffer | null;
  /** Whether all other services have been told of the outcome. */
  readonly isFinished: boolean;
}

export interface KeyRecord extends StoredKey {
  /** The operation for which the key stands: that of the first request. */
  readonly operationId: string;
  readonly accountTime: Date;
  readonly isSame: boolean;
  /** Whether the key was released, so that it stands for no operation. */
  readonly isFree: boolean;
  /** The content of the first request. Null if it is the same as this request's. */
  readonly sealedRequest: Buffer | null;
}

export interface End {
  readonly operation: Operation;
  readonly answer: ServiceAnswer;
  readonly isFinished: boolean;
}

export interface IdempotencyRecordsOptions {
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /**
   * Whether a claim waits for the disk. This is not needed if the commit of the effect checks the record. It is needed
   * if the effect is an append: a server that crashes forgets a claim that is not on the disk, and a repeated append
   * would then be an effect without a record.
   */
  readonly isDurable: boolean;
}

/** The claim of an operation that begins with an append. It is made with that append, or before it. */
class ClaimByAppend extends Claim {
  constructor(
    readonly wish: KeyClaim,
    private readonly claims: (wish: KeyClaim) => Promise<KeyRecord | undefined>,
  ) {
    super();
  }

  protected override async make(): Promise<boolean> {
    return (await this.claims(this.wish)) === undefined;
  }
}

/** The function that claims keys in the commit of their appends. It does what `claim` does. */
export const claimForAppends = (clock: Clock): ClaimFunction => ({
  name: 'claim_for_appends',
  parameterCount: 9,
  values: (claims) => {
    const wishes = claims.map(({ claim }) => {
      if (!(claim instanceof ClaimByAppend)) throw new TypeError('Appends are claimed under keys');
      return claim.wish;
    });
    return [...binaryColumns(claims, ['integer', ({ number }) => number]), ...timesOf(clock), ...wishColumns(wishes)];
  },
});

/** The present time, and the time of first use before which records have expired by now. */
function timesOf(clock: Clock): [now: Date, expiredAt: Date] {
  const now = clock.system();
  return [now, new Date(now.getTime() - operationsLifetime.keptMs - CLOCKS_APART_MS)];
}

/** The records of a service's operations, with their outcomes. Each operation is carried out once. */
export class IdempotencyRecords {
  private readonly claims = new Batcher((wishes: readonly KeyClaim[]) => this.claimAll(wishes), BATCHES);
  private readonly releases = new Batcher((records: readonly RefusedRecord[]) => this.releaseAll(records), BATCHES);

  private readonly content: KeptContent;

  constructor(private readonly options: IdempotencyRecordsOptions) {
    this.content = new KeptContent(options.sealer);
  }

  /** The id of an operation's record. It reveals neither the key nor the operation's id. */
  idOf(operation: NamedOperation): string {
    return this.hash(contexts.key, nameOf(operation));
  }

  /** Seals a request's content, to compare it with later uses of its key. */
  sealRequest(operation: Operation, text: string): Buffer {
    return this.content.seal(nameOf(operation), contexts.request, text);
  }

  openRequest(operation: Operation, sealed: Buffer): string {
    return this.content.open(nameOf(operation), contexts.request, sealed);
  }

  /** Hashes data that could be guessed, with a key, in the form that Postgres stores. */
  hash(context: string, text: string): string {
    return hashOf(this.options.sealer, context, text);
  }

  /** Claims a key. @returns its current record; undefined if this request has made the record */
  claim(wish: KeyClaim): Promise<KeyRecord | undefined> {
    return this.claims.add(wish);
  }

  /** Makes a claim of a key for the first append of the operation. It does what `claim` does. */
  claimByAppend(wish: KeyClaim): Claim {
    return new ClaimByAppend(wish, (same) => this.claim(same));
  }

  /**
   * Releases a key whose operation was refused, so that a later request may claim it.
   *
   * @returns the record that stays instead, with its outcome, or without one if another process is about to write it
   */
  release(record: RefusedRecord): Promise<StoredKey | undefined> {
    return this.releases.add(record);
  }

  /**
   * Begins operations in the transaction of their effect. If an operation is running elsewhere, a repeat by a client is
   * refused, and a repeat by another service waits for the end.
   *
   * @param lockTimeoutMs how long the transaction waits for any lock; without it, there is no limit
   * @returns the outcome of each operation: undefined if there is none yet; Conflict if it is running elsewhere, or its
   * key now stands for another operation
   */
  async begin(
    tx: EntityManager,
    operations: readonly Operation[],
    lockTimeoutMs?: number,
  ): Promise<readonly (StoredKey | DomainError | undefined)[]> {
    const wanted = operations.map((operation) => ({ ...this.recordOf(operation), waits: operation.key === undefined }));
    const rows = await queryPrepared<{ readonly isTaken: boolean; readonly ordinal: number } & StoredKey>(tx, BEGIN, [
      ...nameColumns(wanted),
      ...binaryColumns(wanted, ['boolean', ({ waits }) => waits]),
      String(STALLED_MS),
      lockTimeoutMs === undefined ? null : String(lockTimeoutMs),
    ]);
    return inOrder(wanted, rows).map((record, index) => {
      if (record?.isTaken || (!record && !wanted[index]?.waits)) return stillProcessing();
      return record?.sealedOutcome ? record : undefined;
    });
  }

  /**
   * Writes outcomes in the transaction of their effect, in one exchange with the last steps of the effect.
   *
   * @throws DomainError Conflict as for `begin`
   */
  async end(tx: EntityManager, ends: readonly End[], lastSteps: readonly PipelineStep[] = []): Promise<void> {
    const { clock } = this.options;
    const rows = ends.map(({ operation, answer, isFinished }) => ({
      ...this.recordOf(operation),
      isKeyed: operation.key !== undefined,
      accountTime: operation.at,
      outcome: this.content.seal(nameOf(operation), contexts.outcome, JSON.stringify(answer)),
      isFinished,
    }));
    const steps = [...lastSteps];
    const [keyed, others] = [rows.filter(({ isKeyed }) => isKeyed), rows.filter(({ isKeyed }) => !isKeyed)];
    if (others.length > 0) {
      const times = binaryColumns(others, ['timestamptz', ({ accountTime }) => new Date(accountTime)]);
      const values = [...nameColumns(others), ...outcomeColumns(others), ...times, clock.system().toISOString()];
      steps.push({ statement: ADD_ENDED, values });
    }
    if (keyed.length > 0) {
      steps.push({
        statement: END_KEYED,
        values: [...nameColumns(keyed), ...outcomeColumns(keyed), clock.system().toISOString()],
      });
    }
    const answers = await queryTogether(tx, steps);
    if (keyed.length > 0 && Number(answers.at(-1)) !== keyed.length) throw stillProcessing();
  }

  /** Records a refusal as the outcome of an operation. @returns the outcome that the operation has already, if any */
  endRefused(operation: Operation, answer: ServiceAnswer): Promise<StoredKey | undefined> {
    return this.options.dataSource.transaction(async (tx) => {
      const [standing] = await this.begin(tx, [operation]);
      if (standing instanceof DomainError) throw standing;
      if (!standing) await this.end(tx, [{ operation, answer, isFinished: true }]);
      return standing;
    });
  }

  /** Notes that all other services have been told of an operation. */
  async finish(operation: Operation): Promise<void> {
    const { id, operationId } = this.recordOf(operation);
    await this.options.dataSource.query(
      'UPDATE operations SET is_finished = true WHERE id = $1 AND operation_id = $2',
      [id, operationId],
    );
  }

  open(operation: Operation, sealedOutcome: Buffer): ServiceAnswer {
    return JSON.parse(this.content.open(nameOf(operation), contexts.outcome, sealedOutcome)) as ServiceAnswer;
  }

  private recordOf(operation: Operation): RecordName {
    const id = this.idOf(operation);
    return { id, operationId: isKeyed(operation) ? operation.id : id };
  }

  private async claimAll(wishes: readonly KeyClaim[]): Promise<readonly (KeyRecord | undefined)[]> {
    const { dataSource, clock, isDurable } = this.options;
    const records = await queryPrepared<KeyRecord & { readonly ordinal: number }>(dataSource, CLAIM_KEYS, [
      isDurable,
      ...timesOf(clock),
      ...wishColumns(wishes),
    ]);
    const standing = inOrder(wishes, records);
    return standing.map((record, index) => (record?.operationId === wishes[index]?.operationId ? undefined : record));
  }

  private async releaseAll(records: readonly RefusedRecord[]): Promise<readonly (StoredKey | undefined)[]> {
    const kept = await this.options.dataSource.query<(StoredKey & { readonly ordinal: number })[]>(
      'SELECT * FROM release_operations($1, $2, $3, $4, $5)',
      [...refusedColumns(records), this.options.clock.system()],
    );
    return inOrder(records, kept);
  }
}

type NamedOperation = Pick<Operation, 'id' | 'key' | 'principal'>;

const isKeyed = ({ key, principal }: Operation): boolean => key !== undefined && principal.kind === 'application';

/**
 * The name of an operation, which its repeats share: an application's key, or the operation's own id if it has none.
 */
const nameOf = ({ id, key, principal }: NamedOperation): string =>
  key !== undefined && principal.kind === 'application'
    ? nameOfKey(principal.applicationId, principal.accountId, key)
    : id;
