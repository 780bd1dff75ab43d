import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '@halyard/event-store';
import { type DerivedEntry, recordDerived } from '@halyard/messaging';
import { type EntityManager, In } from 'typeorm';
import { paymentEventOf, paymentOfStream } from '../payment/payment.model.js';
import type { Projection } from '../projection/projection.js';
import { factOf } from '../publish/transfer-facts.js';
import { SealedMetadata } from './sealed-metadata.js';
import { partiesOf, Transfer } from './transfer.entity.js';
import { foldTransfers } from './transfer.fold.js';

/** What a batch of events has done to the payments that it touches. */
interface Folded {
  /** Payment -> its transfers, in the order of its legs. */
  readonly payments: Map<string, readonly Transfer[]>;
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
    const { payments, created, facts } = await this.fold(events, await this.known(events, tx));
    const refused = [...payments.keys()].filter((id) => payments.get(id)?.length === 0);
    if (refused.length > 0) await tx.delete(Transfer, { paymentId: In(refused) });
    await save(tx, [...payments.values()].flat());
    await addToLists(tx, created);
    await recordDerived(tx, facts);
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('TRUNCATE transfers, party_transfers, party_transfer_counts');
  }

  /** Transfers of the batch that an earlier one has begun. */
  private async known(events: readonly StoredEvent[], tx: EntityManager): Promise<Folded['payments']> {
    const begun = new Set(events.filter(({ type }) => type === 'PaymentInitiated').map(({ stream }) => stream));
    const others = events.filter(({ stream }) => !begun.has(stream)).map(({ stream }) => paymentOfStream(stream));
    if (others.length === 0) return new Map();
    const rows = await tx.find(Transfer, { where: { paymentId: In([...new Set(others)]) }, order: { place: 'ASC' } });
    return Map.groupBy(rows, ({ paymentId }) => paymentId);
  }

  private async fold(events: readonly StoredEvent[], payments: Folded['payments']): Promise<Folded> {
    const folded: Folded = { payments, created: [], facts: [] };
    for (const stored of events) {
      const event = paymentEventOf(stored);
      const paymentId = paymentOfStream(stored.stream);
      const before = payments.get(paymentId) ?? [];
      let after = foldTransfers(before, event, stored.position);
      if (event.type === 'PaymentInitiated') {
        const metadata = await this.metadata.open(event.data);
        after = after.map((transfer) => ({ ...transfer, metadata }));
      }
      payments.set(paymentId, after);
      if (event.type === 'PaymentAccepted') folded.created.push(...after);
      const changed = after.filter((transfer, place) => transfer.version !== (before[place]?.version ?? 0));
      folded.facts.push(
        ...changed.map((transfer) => factOf(transfer, event, stored)).filter((fact) => fact !== undefined),
      );
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
