import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '@halyard/event-store';
import { type DerivedEntry, recordDerived } from '@halyard/messaging';
import { type EntityManager, In } from 'typeorm';
import { paymentEventOf, paymentOfStream } from '../payment/payment.model.js';
import type { Projection } from '../projection/projection.js';
import { factOf } from '../publish/transfer-facts.js';
import { SealedMetadata } from './sealed-metadata.js';
import { partiesOf, Transfer } from './transfer.entity.js';
import { foldTransfer } from './transfer.fold.js';

/** What a batch of events has done to the transfers that it touches. */
interface Folded {
  /** Undefined: refused, nothing is left. */
  readonly transfers: Map<string, Transfer | undefined>;
  /** In the order in which they became resources. */
  readonly created: Transfer[];
  readonly facts: DerivedEntry[];
}

/**
 * Transfers as they are asked for and listed. In the same transaction the facts about them enter the history, so that
 * whoever hears of a transfer finds it.
 */
@Injectable()
export class TransferProjection implements Projection {
  readonly name = 'transfers';
  readonly streamPrefixes = ['payment-'];

  constructor(private readonly metadata: SealedMetadata) {}

  async apply(events: readonly StoredEvent[], tx: EntityManager): Promise<void> {
    const { transfers, created, facts } = await this.fold(events, await this.known(events, tx));
    const refused = [...transfers.keys()].filter((id) => !transfers.get(id));
    if (refused.length > 0) await tx.delete(Transfer, refused);
    await save(
      tx,
      [...transfers.values()].filter((transfer) => transfer !== undefined),
    );
    await addToLists(tx, created);
    await recordDerived(tx, facts);
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('TRUNCATE transfers, party_transfers, party_transfer_counts');
  }

  /** Transfers of the batch that an earlier one has begun. */
  private async known(events: readonly StoredEvent[], tx: EntityManager): Promise<Folded['transfers']> {
    const begun = new Set(events.filter(({ type }) => type === 'PaymentInitiated').map(({ stream }) => stream));
    const others = events.filter(({ stream }) => !begun.has(stream)).map(({ stream }) => paymentOfStream(stream));
    const rows = others.length > 0 ? await tx.findBy(Transfer, { id: In([...new Set(others)]) }) : [];
    return new Map(rows.map((transfer) => [transfer.id, transfer]));
  }

  private async fold(events: readonly StoredEvent[], transfers: Folded['transfers']): Promise<Folded> {
    const folded: Folded = { transfers, created: [], facts: [] };
    for (const stored of events) {
      const event = paymentEventOf(stored);
      const id = paymentOfStream(stored.stream);
      let transfer = foldTransfer(transfers.get(id), event, stored.position);
      if (transfer && event.type === 'PaymentInitiated') {
        transfer = { ...transfer, metadata: await this.metadata.open(event.data) };
      }
      transfers.set(id, transfer);
      if (!transfer) continue;
      if (event.type === 'PaymentAccepted') folded.created.push(transfer);
      const fact = factOf(transfer, event, stored);
      if (fact) folded.facts.push(fact);
    }
    return folded;
  }
}

async function save(tx: EntityManager, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const { columns } = tx.connection.getMetadata(Transfer);
  const rows = transfers.map((transfer) =>
    Object.fromEntries(
      columns.map((column) => [column.databaseName, column.getEntityValue(transfer, true) as unknown]),
    ),
  );
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  await tx.query(
    `INSERT INTO transfers (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::transfers, $1)
     ON CONFLICT (id) DO UPDATE SET
       status = excluded.status, position = excluded.position, version = excluded.version`,
    [JSON.stringify(rows)],
  );
}

/** Numbers each party's new transfers on from its last, in the order given. */
async function addToLists(tx: EntityManager, created: readonly Transfer[]): Promise<void> {
  if (created.length === 0) return;
  const entries = created.flatMap((transfer) =>
    [...partiesOf(transfer)].map((partyId) => ({ partyId, id: transfer.id })),
  );
  await tx.query(
    `WITH added AS (
       SELECT party_id, transfer_id,
         row_number() OVER (PARTITION BY party_id ORDER BY place) AS nth, count(*) OVER (PARTITION BY party_id) AS many
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS entry (party_id, transfer_id, place)
     ), counts AS (
       INSERT INTO party_transfer_counts AS stored (party_id, count)
       SELECT DISTINCT party_id, many FROM added
       ON CONFLICT (party_id) DO UPDATE SET count = stored.count + excluded.count
       RETURNING party_id, count
     )
     INSERT INTO party_transfers (party_id, number, transfer_id)
     SELECT party_id, count - many + nth, transfer_id FROM added JOIN counts USING (party_id)`,
    [entries.map(({ partyId }) => partyId), entries.map(({ id }) => id)],
  );
}
