import { BinaryArray, CopyRows, type Step } from '@halyard/persistence';
import { partiesOf, type Transfer } from './transfer.entity.js';

/** A transfer under its number in a party's list. */
export interface ListEntry {
  readonly partyId: string;
  readonly number: bigint;
  readonly transfer: Transfer;
}

/** Column -> how it is written. */
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

/** Only the status of a listed transfer changes. It is found by its time: its id alone is in no index. */
const UPDATE = {
  name: 'party-transfers-update',
  text: `UPDATE party_transfers AS listed SET status = changed.status
         FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[]) AS changed (party_id, created, id, status)
         WHERE listed.party_id = changed.party_id AND listed.created = changed.created
           AND listed.transfer_id = changed.id`,
};

export function entrySteps(entries: readonly ListEntry[]): Step[] {
  if (entries.length === 0) return [];
  const rows = new CopyRows();
  for (const entry of entries) {
    rows.row(writers.length);
    for (const write of writers) write(rows, entry);
  }
  return [{ statement: ENTER, rows: rows.finish() }];
}

/** @param transfers that were listed before */
export function relistSteps(transfers: readonly Transfer[]): Step[] {
  if (transfers.length === 0) return [];
  const parties = new BinaryArray('uuid');
  const times = new BinaryArray('timestamptz');
  const ids = new BinaryArray('uuid');
  const statuses = new BinaryArray('text');
  for (const transfer of transfers) {
    for (const partyId of partiesOf(transfer)) {
      parties.uuid(partyId);
      times.timestamptz(transfer.created);
      ids.uuid(transfer.id);
      statuses.text(transfer.status);
    }
  }
  return [{ statement: UPDATE, values: [parties, times, ids, statuses].map((array) => array.finish()) }];
}
