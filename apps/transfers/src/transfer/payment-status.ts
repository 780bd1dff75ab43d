import type { PaymentEvent } from '../payment/payment.model.js';
import type { PaymentStatus, Transfer } from './transfer.entity.js';

export const paymentStatuses = [
  'pending',
  'processed',
  'failed',
  'cancelled',
] as const satisfies readonly PaymentStatus[];

/**
 * A payment is processed once its money has arrived.
 *
 * @param transfers the payment's transfers that clients see
 * @param hasFailed whether one of its events failed it (`failsPayment`)
 */
export function paymentStatusOf(
  transfers: readonly Pick<Transfer, 'kind' | 'status'>[],
  hasFailed: boolean,
): PaymentStatus {
  if (hasFailed) return 'failed';
  const statuses = transfers.filter(({ kind }) => kind !== 'fee').map(({ status }) => status);
  if (statuses.includes('cancelled')) return 'cancelled';
  return statuses.every((status) => status === 'processed') ? 'processed' : 'pending';
}

/** Whether an event fails its payment. A fee may fail while the payment does not. @param before the payment's transfers */
export function failsPayment({ type, data }: PaymentEvent, before: readonly Pick<Transfer, 'id' | 'kind'>[]): boolean {
  switch (type) {
    case 'LegsStopped':
      return data.code !== undefined && !before.some(({ id, kind }) => id === data.legId && kind === 'fee');
    case 'LegRefused':
      return data.reason !== 'Unfunded';
    default:
      return false;
  }
}
