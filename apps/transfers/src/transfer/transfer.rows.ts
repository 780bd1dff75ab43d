import { BinaryArray, type BinaryValues, CopyRows, type PipelineStep } from '@halyard/persistence';
import type { Transfer } from './transfer.entity.js';

const columns: Readonly<Record<string, (row: BinaryValues, transfer: Transfer) => void>> = {
  id: (row, { id }) => row.uuid(id),
  payment_id: (row, { paymentId }) => row.uuid(paymentId),
  place: (row, { place }) => row.integer(place),
  account_id: (row, { accountId }) => row.uuid(accountId),
  leg: (row, { leg }) => row.text(leg),
  kind: (row, { kind }) => row.text(kind),
  position: (row, { position }) => row.bigint(position),
  status: (row, { status }) => row.text(status),
  amount_minor: (row, { amountMinor }) => row.bigint(amountMinor),
  source_owner_kind: (row, { sourceOwnerKind }) => row.text(sourceOwnerKind),
  source_owner_id: (row, { sourceOwnerId }) => row.uuid(sourceOwnerId),
  source_funding_source_id: (row, { sourceFundingSourceId }) => row.uuid(sourceFundingSourceId),
  destination_owner_kind: (row, { destinationOwnerKind }) => row.text(destinationOwnerKind),
  destination_owner_id: (row, { destinationOwnerId }) => row.uuid(destinationOwnerId),
  destination_funding_source_id: (row, { destinationFundingSourceId }) => row.uuid(destinationFundingSourceId),
  correlation_id: (row, { correlationId }) => row.text(correlationId),
  trace: (row, { trace }) => row.uuid(trace),
  metadata: (row, { metadata }) => row.jsonb(metadata && JSON.stringify(metadata)),
  created: (row, { created }) => row.timestamptz(created),
  account_number: (row, { accountNumber }) => row.bigint(accountNumber),
  payment_number: (row, { paymentNumber }) => row.bigint(paymentNumber),
  payment_status: (row, { paymentStatus }) => row.text(paymentStatus),
  source_number: (row, { sourceNumber }) => row.bigint(sourceNumber),
  destination_number: (row, { destinationNumber }) => row.bigint(destinationNumber),
  started: (row, { started }) => row.timestamptz(started),
  submitted_at: (row, { submittedAt }) => row.timestamptz(submittedAt),
  clearing: (row, { clearing }) => row.jsonb(clearing && JSON.stringify(clearing)),
  funding_id: (row, { fundingId }) => row.uuid(fundingId),
  funded_id: (row, { fundedId }) => row.uuid(fundedId),
  fees: (row, { fees }) => row.integer(fees),
  return_due: (row, { returnDue }) => row.text(returnDue),
  failure_code: (row, { failureCode }) => row.text(failureCode),
  corrections: (row, { corrections }) => row.jsonb(corrections && JSON.stringify(corrections)),
  version: (row, { version }) => row.integer(version),
};
const writers = Object.values(columns);

const INSERT = {
  name: 'transfers-insert',
  text: `COPY transfers (${Object.keys(columns).join(', ')}) FROM STDIN BINARY`,
};

/** The columns that change after a transfer has begun. */
const UPDATE = {
  name: 'transfers-update',
  text: `SELECT update_transfers($1::uuid[], $2::text[], $3::bigint[], $4::integer[], $5::timestamptz[], $6::timestamptz[],
           $7::uuid[], $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::text[], $13::bigint[], $14::bigint[], $15::timestamptz[],
           $16::text[])`,
};

const FORGET_OPENED = {
  name: 'transfers-forget-erased',
  text: 'SELECT forget_erased($1::uuid[], $2::text[])',
};

/** Removes the metadata of everybody whose key is destroyed. */
export const FORGET_ERASED = `
  UPDATE transfers SET metadata = NULL
  WHERE metadata IS NOT NULL AND id IN (
    SELECT transfer_id FROM party_transfers WHERE party_id IN (
      SELECT CASE WHEN pg_input_is_valid(subject_id, 'uuid') THEN subject_id::uuid END
      FROM data_keys WHERE destroyed_at IS NOT NULL
    )
  )`;

const DELETE = {
  name: 'transfers-delete',
  text: 'DELETE FROM transfers WHERE id = ANY($1::uuid[])',
};

export function insertSteps(transfers: readonly Transfer[]): PipelineStep[] {
  if (transfers.length === 0) return [];
  const rows = new CopyRows();
  for (const transfer of transfers) {
    rows.row(writers.length);
    for (const write of writers) write(rows, transfer);
  }
  return [{ statement: INSERT, rows: rows.finish() }];
}

export function updateSteps(transfers: readonly Transfer[]): PipelineStep[] {
  if (transfers.length === 0) return [];
  const ids = new BinaryArray('uuid');
  const statuses = new BinaryArray('text');
  const positions = new BinaryArray('bigint');
  const versions = new BinaryArray('integer');
  const createds = new BinaryArray('timestamptz');
  const starteds = new BinaryArray('timestamptz');
  const fundeds = new BinaryArray('uuid');
  const returns = new BinaryArray('text');
  const failures = new BinaryArray('text');
  const accountNumbers = new BinaryArray('bigint');
  const paymentNumbers = new BinaryArray('bigint');
  const paymentStatuses = new BinaryArray('text');
  const sourceNumbers = new BinaryArray('bigint');
  const destinationNumbers = new BinaryArray('bigint');
  const submitteds = new BinaryArray('timestamptz');
  const corrections = new BinaryArray('text');
  for (const transfer of transfers) {
    ids.uuid(transfer.id);
    statuses.text(transfer.status);
    positions.bigint(transfer.position);
    versions.integer(transfer.version);
    createds.timestamptz(transfer.created);
    starteds.timestamptz(transfer.started);
    fundeds.uuid(transfer.fundedId);
    returns.text(transfer.returnDue);
    failures.text(transfer.failureCode);
    accountNumbers.bigint(transfer.accountNumber);
    paymentNumbers.bigint(transfer.paymentNumber);
    paymentStatuses.text(transfer.paymentStatus);
    sourceNumbers.bigint(transfer.sourceNumber);
    destinationNumbers.bigint(transfer.destinationNumber);
    submitteds.timestamptz(transfer.submittedAt);
    corrections.text(transfer.corrections && JSON.stringify(transfer.corrections));
  }
  const numbers = [accountNumbers, paymentNumbers, paymentStatuses, sourceNumbers, destinationNumbers];
  const others = [statuses, positions, versions, createds, starteds, fundeds, returns, failures];
  const values = [ids, ...others, ...numbers, submitteds, corrections];
  return [{ statement: UPDATE, values: values.map((array) => array.finish()) }];
}

export interface OpenedStep {
  readonly transferId: string;
  /** The subjects whose keys had sealed the metadata. */
  readonly subjects: readonly string[];
}

/** Runs after `insertSteps` and removes metadata that was opened with a key that has been destroyed since. */
export function forgetErasedSteps(opened: readonly OpenedStep[]): PipelineStep[] {
  if (opened.length === 0) return [];
  const ids = new BinaryArray('uuid');
  const keys = new BinaryArray('text');
  for (const { transferId, subjects } of opened) {
    for (const subject of subjects) {
      ids.uuid(transferId);
      keys.text(subject);
    }
  }
  return [{ statement: FORGET_OPENED, values: [ids.finish(), keys.finish()] }];
}

export function deleteSteps(transfers: readonly Transfer[]): PipelineStep[] {
  if (transfers.length === 0) return [];
  const ids = new BinaryArray('uuid');
  for (const { id } of transfers) ids.uuid(id);
  return [{ statement: DELETE, values: [ids.finish()] }];
}
