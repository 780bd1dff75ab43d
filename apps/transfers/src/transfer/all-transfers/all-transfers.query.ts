import { NumberedList, type Parameter } from '@halyard/lists';
import { Transfer } from '../transfer.entity.js';
import {
  commonFilters,
  inOrder,
  isOfPayment,
  showsBank,
  timeOf,
  type TransferConditions,
} from '../list-transfers/transfer-list.query.js';

/** The condition of the indexes by bank. The moves that they leave out are in the list of the balance's holder. */
export const MAY_SHOW_BANKS = `(kind <> 'balanceMove' OR funding_id IS NOT NULL OR funded_id IS NOT NULL)`;

/** SQL condition. Its index ignores case. */
export function correlates(id: string, parameter: Parameter): string {
  const wanted = parameter(id);
  return `lower(correlation_id) = lower(${wanted}) AND correlation_id = ${wanted}`;
}

interface AllTransferConditions extends Omit<TransferConditions, 'others' | 'balance'> {
  /** The source or the destination is one of these parties. */
  readonly parties?: readonly string[];
}

/** The transfers of an account and its customers, numbered from 1 (ADR 92). */
export const allTransfers = new NumberedList<Transfer, AllTransferConditions>({
  rows: 'transfers',
  owner: 'account_id',
  number: 'account_number',
  filters: {
    ...commonFilters,
    correlationId: correlates,
    payment: (id, parameter) => isOfPayment(parameter(id)),
    bank: (id, parameter) => `${showsBank(parameter(id))} AND ${MAY_SHOW_BANKS}`,
    parties: (ids, parameter, way) => {
      const found = parameter(ids);
      return way === 'walk'
        ? `(source_owner_id = ANY (${found}) OR destination_owner_id = ANY (${found}))`
        : `id IN (SELECT transfer_id FROM party_transfers WHERE party_id = ANY (${found}))`;
    },
  },
  read: async (database, accountId, numbers) => {
    const transfers = await database
      .createQueryBuilder(Transfer, 'transfer')
      .where('transfer.account_id = :accountId AND transfer.account_number = ANY (:numbers)', { accountId, numbers })
      .getMany();
    return inOrder(numbers, transfers, ({ accountNumber }) => accountNumber);
  },
  timeOf,
  indexOrder: (filters) => (timeOf(filters) ? 'created, account_number' : 'account_number'),
  isReadToItsEnd: true,
});
