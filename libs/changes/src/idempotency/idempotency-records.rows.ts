import { binaryColumns } from '@halyard/persistence';

/** Identifies a record: by a hash of its key, or without a key by the operation's id, which is then both. */
export interface RecordName {
  readonly id: string;
  readonly operationId: string;
}

export interface KeyClaim extends RecordName {
  readonly accountTime: string;
  /** Keyed hash of the request. */
  readonly fingerprint: string;
  /** The request's content if it is short enough to report differences later, otherwise its first line. */
  readonly sealedRequest: Buffer;
  /** Identifies this delivery of the request. Later deliveries have a greater value. */
  readonly sentAs: string;
}

export interface RefusedRecord extends RecordName {
  /** The refused delivery, as in `KeyClaim.sentAs`. Earlier deliveries must not take the key. */
  readonly refused: string;
  readonly sealedTarget: Buffer;
}

export const CLAIM_KEYS = {
  name: 'claim-keys',
  text: 'SELECT * FROM claim_operations($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

export const BEGIN = { name: 'begin-operations', text: 'SELECT * FROM begin_operations($1, $2, $3, $4, $5)' };

export const ADD_ENDED = {
  name: 'add-ended-operations',
  text: `INSERT INTO operations (id, operation_id, sealed_outcome, is_finished, account_time, first_used_at)
         SELECT *, $6 FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::boolean[], $5::timestamptz[])`,
};

export const END_KEYED = {
  name: 'end-keyed-operations',
  text: `WITH ended AS (
           UPDATE operations AS record SET sealed_outcome = ended.outcome, is_finished = ended.is_finished, settled_at = $5
           FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::boolean[])
             AS ended (id, operation_id, outcome, is_finished)
           WHERE record.id = ended.id AND record.operation_id = ended.operation_id AND record.sealed_outcome IS NULL
           RETURNING record.id
         )
         SELECT count(*) FROM ended`,
};

export const nameColumns = (names: readonly RecordName[]): Buffer[] =>
  binaryColumns(names, ['uuid', ({ id }) => id], ['uuid', ({ operationId }) => operationId]);

export const outcomeColumns = (
  ended: readonly { readonly outcome: Buffer; readonly isFinished: boolean }[],
): Buffer[] => binaryColumns(ended, ['bytea', ({ outcome }) => outcome], ['boolean', ({ isFinished }) => isFinished]);

/** The last parameters of `claim_operations`. */
export const wishColumns = (wishes: readonly KeyClaim[]): Buffer[] => [
  ...nameColumns(wishes),
  ...binaryColumns(
    wishes,
    ['timestamptz', ({ accountTime }) => new Date(accountTime)],
    ['uuid', ({ fingerprint }) => fingerprint],
    ['bytea', ({ sealedRequest }) => sealedRequest],
    ['uuid', ({ sentAs }) => sentAs],
  ),
];

/** The parameters of `release_operations`. */
export const refusedColumns = (records: readonly RefusedRecord[]): Buffer[] => [
  ...nameColumns(records),
  ...binaryColumns(records, ['uuid', ({ refused }) => refused], ['bytea', ({ sealedTarget }) => sealedTarget]),
];

/** The row for each request, by Postgres's ordinals, which begin at 1. */
export function inOrder<Row extends { readonly ordinal: number }>(asked: readonly unknown[], rows: readonly Row[]) {
  const answers = new Array<Row | undefined>(asked.length).fill(undefined);
  for (const row of rows) answers[row.ordinal - 1] = row;
  return answers;
}
