import type { TransfersFact } from '@halyard/contracts';
import { deriveId } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import type { DerivedEntry } from '@halyard/messaging';
import type { PaymentEvent } from '../payment/payment.model.js';
import type { Transfer } from '../transfer/transfer.entity.js';

/** Which of a payment's events others hear of, and as what. The versioned events are the only way facts leave. */
const told: Readonly<Partial<Record<PaymentEvent['type'], TransfersFact['type']>>> = {
  PaymentAccepted: 'transfers.transfer-created.v1',
  LegProcessed: 'transfers.transfer-completed.v1',
};

/**
 * What others are told of an event. A transfer's version counts what was told of it.
 *
 * @param transfer as it is since the event
 * @returns undefined for events that are nobody else's business
 */
export function factOf(transfer: Transfer, event: PaymentEvent, stored: StoredEvent): DerivedEntry | undefined {
  const type = told[event.type];
  if (type === undefined) return undefined;
  const fact: TransfersFact = { type, data: dataOf(transfer) };
  return {
    id: deriveId(stored.id, transfer.id),
    key: transfer.id,
    sequence: transfer.version,
    accountId: transfer.accountId,
    ...fact,
    at: new Date(event.data.at),
    traceparent: stored.metadata.traceparent,
  };
}

const dataOf = (transfer: Transfer): TransfersFact['data'] => ({
  transferId: transfer.id,
  paymentId: transfer.paymentId,
  leg: transfer.leg,
  amountMinor: transfer.amountMinor.toString(),
  source: {
    ownerKind: transfer.sourceOwnerKind,
    ownerId: transfer.sourceOwnerId,
    fundingSourceId: transfer.sourceFundingSourceId,
  },
  destination: {
    ownerKind: transfer.destinationOwnerKind,
    ownerId: transfer.destinationOwnerId,
    fundingSourceId: transfer.destinationFundingSourceId,
  },
});
