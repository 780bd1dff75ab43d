import { NumberedList } from '@halyard/lists';
import { LIST_HEAD, LIST_HEAD_ROWS } from '../party-list.rows.js';
import { Transfer } from '../transfer.entity.js';
import type { TransferFilters } from './transfer-filters.js';

interface TransferConditions extends Partial<Omit<TransferFilters, 'limit' | 'offset' | 'anchor' | 'search'>> {
  /** Parties on the other side. */
  readonly others?: readonly string[];
}

/**
 * Transfers of a day lie together in the index by time, whose order differs from that of the numbers only within a
 * moment.
 */
const timeOf = ({ startDate, endDate }: TransferConditions): string | undefined => (startDate ?? endDate) && 'created';

/** Without an order Postgres may go through all rows of all parties. Each index begins with the party. */
function indexOrder({ startAmount, endAmount, others, ...filters }: TransferConditions): string {
  if (others) return 'other_party_id, number';
  if (startAmount !== undefined || endAmount !== undefined) return 'amount_minor, number';
  return timeOf(filters) ? 'created, number' : 'number';
}

/** The transfers that a party takes part in. They are numbered from 1. */
export const transferList = new NumberedList<Transfer, TransferConditions>({
  rows: 'party_transfers',
  owner: 'party_id',
  number: 'number',
  filters: {
    startAmount: 'amount_minor >=',
    endAmount: 'amount_minor <=',
    startDate: 'created >=',
    endDate: 'created <',
    status: 'status =',
    correlationId: 'correlation_id =',
    others: 'other_party_id = ANY',
  },
  read: (database, partyId, numbers) =>
    database
      .createQueryBuilder(Transfer, 'transfer')
      .innerJoin(
        `(SELECT transfer_id, place FROM unnest(:numbers::bigint[]) WITH ORDINALITY AS page (number, place)
          JOIN party_transfers USING (number) WHERE party_id = :partyId)`,
        'listed',
        'listed.transfer_id = transfer.id',
        { numbers, partyId },
      )
      .orderBy('listed.place')
      .getMany(),
  select: ({ columns, where, stretch, range }) => {
    const head = `SELECT ${columns} FROM ${LIST_HEAD_ROWS} AS head WHERE ${where}`;
    if (range.newest <= LIST_HEAD) return head;
    return `${head} UNION ALL (
      SELECT ${columns} FROM party_transfers WHERE ${where} AND number > ${LIST_HEAD} ${stretch}
    )`;
  },
  timeOf,
  indexOrder,
  isReadToItsEnd: true,
});
