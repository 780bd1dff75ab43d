import { binaryColumns } from '@halyard/persistence';

/** The name of a record. `id` is a hash of the key. Without a key, both ids are a hash of the operation's own id. */
export interface RecordName {
  readonly id: string;
  readonly operationId: string;
}

export interface KeyClaim extends RecordName {
  readonly accountTime: string;
  /** Keyed hash of the request's content. */
  readonly fingerprint: string;
  /** The content of the request. If it is too long for a comparison, only its first line. */
  readonly sealedRequest: Buffer;
  /** The id of this delivery of the request. Later deliveries have a greater one. */
  readonly sentAs: string;
}

export interface RefusedRecord extends RecordName {
  /** The id of the refused delivery, as in `KeyClaim.sentAs`. Earlier deliveries must not take the key. */
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

/** The parameters of `claim_operations` that describe the claims. They are its last ones. */
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

/** Sorts rows by the requests that they are for. Postgres counts requests from 1. */
export function inOrder<Row extends { readonly ordinal: number }>(asked: readonly unknown[], rows: readonly Row[]) {
  const answers = new Array<Row | undefined>(asked.length).fill(undefined);
  for (const row of rows) answers[row.ordinal - 1] = row;
  return answers;
}
