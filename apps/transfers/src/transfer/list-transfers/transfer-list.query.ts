import { NumberedList } from '@halyard/lists';
import { LIST_HEAD, LIST_HEAD_ROWS, numberIn } from '../party-list.rows.js';
import { Transfer } from '../transfer.entity.js';
import type { TransferFilters } from './transfer-filters.js';

/** A balance that the transfers leave or enter. Each party has at most one. */
export interface BalanceOfParty {
  readonly id: string;
  readonly ownerId: string;
}

export interface TransferConditions extends Partial<Omit<TransferFilters, 'limit' | 'offset' | 'anchor' | 'search'>> {
  /** The id of the payment. */
  readonly payment?: string;
  /** The id of a bank that the money leaves or enters. */
  readonly bank?: string;
  readonly balance?: BalanceOfParty;
  /** Parties on the other side. */
  readonly others?: readonly string[];
}

/**
 * A day's transfers are neighbours in the index by time. The index orders them as their numbers do, except within a
 * moment.
 */
export const timeOf = ({ startDate, endDate }: Pick<TransferConditions, 'startDate' | 'endDate'>): string | undefined =>
  (startDate ?? endDate) && 'created';

export const commonFilters = {
  startAmount: 'amount_minor >=',
  endAmount: 'amount_minor <=',
  startDate: 'created >=',
  endDate: 'created <',
  status: 'status =',
};

/** SQL condition. A payment's main transfer has its id. */
export const isOfPayment = (id: string): string => `(id = ${id} OR (payment_id = ${id} AND id <> payment_id))`;

/** SQL condition. A leg between a bank and its owner's balance shows the bank alone (`endsOf`). */
export const showsBank = (id: string): string =>
  `((source_funding_source_id = ${id} AND (leg = 'party' OR kind = 'bankDebit'))
    OR (destination_funding_source_id = ${id} AND (leg = 'party' OR kind <> 'bankDebit')))`;

/**
 * SQL condition: the transfer leaves or enters the balance. There are three cases: it names the balance; it brings its
 * receiver the money that goes on to a bank; or it failed after its bank and gave the money back to its sender's
 * balance, although the sender had paid from a bank (`flows.ts`).
 */
export const movesBalance = (id: string, ownerId: string): string =>
  `(${id} IN (source_funding_source_id, destination_funding_source_id)
    OR (destination_owner_id = ${ownerId} AND kind IN ('bankDebit', 'balanceMove'))
    OR (source_owner_id = ${ownerId} AND kind IN ('bankCredit', 'fee') AND started IS NOT NULL
      AND status IN ('failed', 'cancelled')))`;

export function inOrder(
  numbers: readonly number[],
  transfers: readonly Transfer[],
  numberOf: (transfer: Transfer) => unknown,
): readonly Transfer[] {
  const byNumber = new Map(transfers.map((transfer) => [Number(numberOf(transfer)), transfer]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Each index begins with the party. Without an order Postgres may go through all rows of all parties. */
function indexOrder({ startAmount, endAmount, others, ...filters }: TransferConditions): string {
  if (others) return 'other_party_id, number';
  if (startAmount !== undefined || endAmount !== undefined) return 'amount_minor, number';
  return timeOf(filters) ? 'created, number' : 'number';
}

/** One lookup per number, so that Postgres's estimates for other parties do not matter. */
const IDS_AT = `
  SELECT (SELECT transfer_id FROM party_transfers WHERE party_id = :partyId AND number = page.number)
  FROM unnest(:numbers::bigint[]) AS page (number)`;

/** The transfers that a party takes part in, numbered from 1. */
export const transferList = new NumberedList<Transfer, TransferConditions>({
  rows: 'party_transfers',
  owner: 'party_id',
  number: 'number',
  filters: {
    ...commonFilters,
    correlationId: 'correlation_id =',
    payment: (id, parameter) => `transfer_id IN (SELECT id FROM transfers WHERE ${isOfPayment(parameter(id))})`,
    bank: (id, parameter) => `EXISTS (SELECT FROM transfers WHERE id = transfer_id AND ${showsBank(parameter(id))})`,
    balance: ({ id, ownerId }, parameter) =>
      `EXISTS (SELECT FROM transfers WHERE id = transfer_id AND ${movesBalance(parameter(id), parameter(ownerId))})`,
    others: 'other_party_id = ANY',
  },
  read: async (database, partyId, numbers) => {
    const transfers = await database
      .createQueryBuilder(Transfer, 'transfer')
      .where(`transfer.id = ANY (ARRAY(${IDS_AT}))`, { partyId, numbers })
      .getMany();
    return inOrder(numbers, transfers, (transfer) => numberIn(transfer, partyId));
  },
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
