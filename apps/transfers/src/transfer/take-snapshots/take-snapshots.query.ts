import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';
import type { Snapshot, SnapshotsTaken, WantedSnapshot } from '@halyard/contracts/events';
import type { TransfersFact } from '@halyard/contracts/transfers';
import { EventStore, type StoredEvent } from '@halyard/event-store';
import { HistorySnapshots, type PastEntry } from '@halyard/changes';
import { BankHours } from '../../cut-off/bank-hours.js';
import { paymentEventOf, paymentStream } from '../../payment/payment.model.js';
import { SealedMetadata } from '../../payment/sealed-metadata.js';
import { transferAnswer } from '../transfer.answer.js';
import { failureAnswer } from '../transfer-details/failure.answer.js';
import type { Transfer } from '../transfer.entity.js';
import { foldTransfers } from '../transfer.fold.js';
import { StreamReads } from './stream-reads.js';

/** Transfers in the versions that a request names. */
export class TakeTransferSnapshots extends Query<FactAnswer<SnapshotsTaken>> {
  /** @param wanted the body of the request */
  constructor(readonly wanted: unknown) {
    super();
  }
}

/** Folds the transfers from the streams of their payments. */
@QueryHandler(TakeTransferSnapshots)
export class TakeTransferSnapshotsHandler implements IQueryHandler<TakeTransferSnapshots> {
  constructor(
    private readonly snapshots: HistorySnapshots,
    private readonly store: EventStore,
    private readonly metadata: SealedMetadata,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError BadRequest */
  execute({ wanted }: TakeTransferSnapshots): Promise<FactAnswer<SnapshotsTaken>> {
    const reads = new StreamReads(this.store);
    return this.snapshots.take(wanted, (one, entry) => this.render(one, entry, reads));
  }

  private async render(
    { kind, id }: WantedSnapshot,
    entry: PastEntry,
    reads: StreamReads,
  ): Promise<Snapshot | undefined> {
    if (kind !== 'transfer' || id !== entry.key) return undefined;
    const { paymentId } = entry.data as Extract<TransfersFact['data'], { paymentId: string }>;
    const transfer = await this.transferOf(await reads.read(paymentStream(paymentId)), entry);
    if (!transfer) return undefined;
    const answer = transferAnswer(transfer, { at: entry.at.toISOString(), hours: this.hours });
    const failure = failureAnswer(transfer);
    return { ...answer, ...(failure && { attached: { failure } }) };
  }

  /** A transfer's version is the number of facts published about it. */
  private async transferOf(
    events: readonly StoredEvent[],
    { key, sequence }: PastEntry,
  ): Promise<Transfer | undefined> {
    let transfers: readonly Transfer[] = [];
    let metadata: Transfer['metadata'] = null;
    for (const stored of events) {
      const event = paymentEventOf(stored);
      transfers = foldTransfers(transfers, event, stored.position);
      if (event.type === 'PaymentInitiated' && event.data.paymentId === key) {
        metadata = await this.metadata.open(event.data);
      }
      const transfer = transfers.find(({ id }) => id === key);
      if (transfer?.version === sequence) return { ...transfer, metadata };
    }
    return undefined;
  }
}
