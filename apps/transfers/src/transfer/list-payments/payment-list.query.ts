import { NumberedList } from '@halyard/lists';
import { commonFilters, inOrder, timeOf } from '../list-transfers/transfer-list.query.js';
import { correlates } from '../all-transfers/all-transfers.query.js';
import { Transfer } from '../transfer.entity.js';
import { hasTransfer, type TransfersOfPayments } from './matching-transfers.query.js';
import type { PaymentFilters } from './payment-filters.js';

/** The filters of a payment, and the conditions for its transfers. */
export interface PaymentConditions extends Partial<
  Pick<PaymentFilters, 'startAmount' | 'endAmount' | 'startDate' | 'endDate' | 'status' | 'correlationId'>
> {
  readonly transfers?: TransfersOfPayments;
}

/** The payments of an account and its customers, numbered from 1: the main transfer of each (ADR 133). */
export const paymentList = new NumberedList<Transfer, PaymentConditions>({
  rows: 'transfers AS payment',
  owner: 'account_id',
  number: 'payment_number',
  filters: {
    ...commonFilters,
    // The indexes of all transfers by time and by correlation id have this condition.
    startDate: (from, parameter) => `created >= ${parameter(from)} AND account_number IS NOT NULL`,
    endDate: (end, parameter) => `created < ${parameter(end)} AND account_number IS NOT NULL`,
    status: 'payment_status =',
    correlationId: (id, parameter) => `${correlates(id, parameter)} AND account_number IS NOT NULL`,
    transfers: hasTransfer,
  },
  read: async (database, accountId, numbers) => {
    const payments = await database
      .createQueryBuilder(Transfer, 'transfer')
      .where('transfer.account_id = :accountId AND transfer.payment_number = ANY (:numbers)', { accountId, numbers })
      .getMany();
    return inOrder(numbers, payments, ({ paymentNumber }) => paymentNumber);
  },
  timeOf,
  indexOrder: (filters) => (timeOf(filters) ? 'created, payment_number' : 'payment_number'),
  isReadToItsEnd: true,
});
