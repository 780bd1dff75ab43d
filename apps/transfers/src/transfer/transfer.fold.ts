import type { PaymentEvent } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

/**
 * Folds an event of a payment into its transfer. Pure.
 *
 * @param position of the event in the global order
 * @returns undefined when nothing is left of it, because the payment was refused
 */
export function foldTransfer(
  transfer: Transfer | undefined,
  { type, data }: PaymentEvent,
  position: bigint,
): Transfer | undefined {
  if (type === 'PaymentInitiated') {
    return {
      id: data.paymentId,
      paymentId: data.paymentId,
      accountId: data.accountId,
      leg: data.flow === 'balanceTransfer' ? 'party' : 'bank',
      flow: data.flow,
      position: null,
      status: 'initiated',
      amountMinor: BigInt(data.amount.minor),
      sourceOwnerKind: data.source.ownerKind,
      sourceOwnerId: data.source.ownerId,
      sourceFundingSourceId: data.source.fundingSourceId,
      destinationOwnerKind: data.destination.ownerKind,
      destinationOwnerId: data.destination.ownerId,
      destinationFundingSourceId: data.destination.fundingSourceId,
      correlationId: data.correlationId ?? null,
      metadata: null,
      created: new Date(data.at),
      version: 0,
    };
  }
  switch (type) {
    case 'PaymentAccepted':
      return transfer && { ...transfer, status: 'pending', position, version: transfer.version + 1 };
    case 'PaymentCompleted':
      return transfer && { ...transfer, status: 'processed', version: transfer.version + 1 };
    case 'LegSettled':
      return transfer;
    case 'PaymentRefused':
      return undefined;
  }
}
