import type { PaymentEvent, PaymentTerms } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

/**
 * Folds an event of a payment into the transfers that clients see of its legs. Pure.
 *
 * @param transfers those of the payment so far, in the order of its legs
 * @param position of the event in the global order
 * @returns as they are since; none when nothing is left of the payment, because it was refused
 */
export function foldTransfers(
  transfers: readonly Transfer[],
  { type, data }: PaymentEvent,
  position: bigint,
): readonly Transfer[] {
  switch (type) {
    case 'PaymentInitiated':
      return transfersOf(data);
    case 'PaymentAccepted':
      return transfers.map((transfer) => ({
        ...transfer,
        status: 'pending',
        position,
        version: transfer.version + 1,
      }));
    case 'LegProcessed':
      return transfers.map((transfer) =>
        transfer.id === data.legId ? { ...transfer, status: 'processed', version: transfer.version + 1 } : transfer,
      );
    case 'LegSettled':
      return transfers;
    case 'PaymentRefused':
      return [];
  }
}

const transfersOf = ({ paymentId, accountId, legs, correlationId, at }: PaymentTerms): Transfer[] =>
  legs.map(({ id, kind, amount, source, destination }, place) => ({
    id,
    place,
    paymentId,
    accountId,
    kind,
    // Between a party's bank and its own balance it concerns that party alone.
    leg: source.ownerId === destination.ownerId ? 'bank' : 'party',
    position: null,
    status: 'initiated',
    amountMinor: BigInt(amount.minor),
    sourceOwnerKind: source.ownerKind,
    sourceOwnerId: source.ownerId,
    sourceFundingSourceId: source.fundingSourceId,
    destinationOwnerKind: destination.ownerKind,
    destinationOwnerId: destination.ownerId,
    destinationFundingSourceId: destination.fundingSourceId,
    correlationId: correlationId ?? null,
    metadata: null,
    created: new Date(at),
    version: 0,
  }));
