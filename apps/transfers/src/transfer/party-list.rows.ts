import { BinaryArray, CopyRows, type PipelineStep } from '@halyard/persistence';
import type { Transfer } from './transfer.entity.js';

/**
 * This many entries at the beginning of a list are in no filter index and are read one by one. Most lists have no more,
 * and an entry in each index costs more than the row.
 */
export const LIST_HEAD = 256;
/**
 * The first entries in the list of party `$1`. They are read by their numbers whatever the statistics say: Postgres
 * can't know how many entries this list begins with.
 */
export const LIST_HEAD_ROWS = `(
  SELECT * FROM party_transfers WHERE party_id = $1 AND number <= ${LIST_HEAD} ORDER BY number LIMIT ${LIST_HEAD}
)`;

interface ListEntry {
  readonly partyId: string;
  readonly number: bigint;
  readonly transfer: Transfer;
}

function listedIn(transfer: Transfer): ListEntry[] {
  const { sourceOwnerId, destinationOwnerId, sourceNumber, destinationNumber } = transfer;
  return [
    ...(sourceNumber === null ? [] : [{ partyId: sourceOwnerId, number: sourceNumber, transfer }]),
    ...(destinationNumber === null ? [] : [{ partyId: destinationOwnerId, number: destinationNumber, transfer }]),
  ];
}

export const numberIn = (transfer: Transfer, partyId: string): bigint | undefined =>
  listedIn(transfer).find((entry) => entry.partyId === partyId)?.number;

const columns: Readonly<Record<string, (row: CopyRows, entry: ListEntry) => void>> = {
  party_id: (row, { partyId }) => row.uuid(partyId),
  number: (row, { number }) => row.bigint(number),
  transfer_id: (row, { transfer }) => row.uuid(transfer.id),
  other_party_id: (row, { partyId, transfer }) => row.uuid(otherParty(transfer, partyId)),
  created: (row, { transfer }) => row.timestamptz(transfer.created),
  amount_minor: (row, { transfer }) => row.bigint(transfer.amountMinor),
  status: (row, { transfer }) => row.text(transfer.status),
  correlation_id: (row, { transfer }) => row.text(transfer.correlationId),
};
const writers = Object.values(columns);

const otherParty = ({ sourceOwnerId, destinationOwnerId }: Transfer, partyId: string): string =>
  sourceOwnerId === partyId ? destinationOwnerId : sourceOwnerId;

const ENTER = {
  name: 'party-transfers-insert',
  text: `COPY party_transfers (${Object.keys(columns).join(', ')}) FROM STDIN BINARY`,
};

/** Only the status of a listed transfer changes. */
const UPDATE = {
  name: 'party-transfers-update',
  text: 'SELECT relist_transfers($1::uuid[], $2::bigint[], $3::text[])',
};

/** @param transfers transfers that become listed now */
export function entrySteps(transfers: readonly Transfer[]): PipelineStep[] {
  const entries = transfers.flatMap(listedIn);
  if (entries.length === 0) return [];
  const rows = new CopyRows();
  for (const entry of entries) {
    rows.row(writers.length);
    for (const write of writers) write(rows, entry);
  }
  return [{ statement: ENTER, rows: rows.finish() }];
}

/** @param transfers transfers that were listed before */
export function relistSteps(transfers: readonly Transfer[]): PipelineStep[] {
  if (transfers.length === 0) return [];
  const parties = new BinaryArray('uuid');
  const numbers = new BinaryArray('bigint');
  const statuses = new BinaryArray('text');
  for (const transfer of transfers) {
    for (const { partyId, number } of listedIn(transfer)) {
      parties.uuid(partyId);
      numbers.bigint(number);
      statuses.text(transfer.status);
    }
  }
  return [{ statement: UPDATE, values: [parties, numbers, statuses].map((array) => array.finish()) }];
}
