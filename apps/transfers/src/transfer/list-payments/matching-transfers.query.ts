import type { Parameter } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { MAY_SHOW_BANKS } from '../all-transfers/all-transfers.query.js';
import { type BalanceOfParty, movesBalance, showsBank } from '../list-transfers/transfer-list.query.js';

/** Conditions that one and the same transfer of a payment has to meet. */
export interface WantedTransfer {
  /** One of the two sides is one of these parties. */
  readonly parties?: readonly string[];
  /** The other side is one of these. */
  readonly others?: readonly string[];
  /** The id of a bank that the money leaves or enters. */
  readonly bank?: string;
  readonly balance?: BalanceOfParty;
}

/**
 * The conditions, and how their payments are found: by the ids of their main transfers, by collecting all transfers, or,
 * if these are too many, by walking along the list of payments.
 */
export interface TransfersOfPayments extends WantedTransfer {
  readonly by: 'main' | 'collecting' | 'walking';
}

/** How many transfers are collected in order to find their payments. */
const COLLECTED_MAX = 30_000;

/** SQL condition on a row of `transfers`. */
function isWanted({ parties, others, bank, balance }: WantedTransfer, parameter: Parameter): string {
  const conditions: string[] = [];
  if (parties) {
    const sides = parameter(parties);
    const rest = others && parameter(others);
    const between = (one: string, other: string): string =>
      `${one} = ANY (${sides})${rest === undefined ? '' : ` AND ${other} = ANY (${rest})`}`;
    const [source, destination] = ['source_owner_id', 'destination_owner_id'];
    conditions.push(`((${between(source, destination)}) OR (${between(destination, source)}))`);
  }
  if (bank !== undefined) conditions.push(showsBank(parameter(bank)));
  if (balance) conditions.push(movesBalance(parameter(balance.id), parameter(balance.ownerId)));
  return conditions.join(' AND ');
}

/** SQL that selects the ids of the parties' transfers. Those of payments are the ids of their main transfers. */
const transfersOfParties = ({ parties }: WantedTransfer, parameter: Parameter): string =>
  `SELECT transfer_id FROM party_transfers WHERE party_id = ANY (${parameter(parties)})`;

/**
 * SQL that selects the ids of payments with a wanted transfer, one by one. Each transfer is looked up by its id, whatever
 * Postgres guesses: it can't know how many transfers a party has.
 */
function collectedPayments(wanted: WantedTransfer, parameter: Parameter): string {
  const { parties, bank, balance } = wanted;
  const condition = isWanted(wanted, parameter);
  if (bank !== undefined) {
    return `SELECT DISTINCT payment_id FROM transfers
      WHERE ${condition} AND account_number IS NOT NULL AND ${MAY_SHOW_BANKS}`;
  }
  const sides = parameter(parties ?? [balance?.ownerId]);
  return `SELECT DISTINCT moved.payment_id FROM party_transfers AS listed
    CROSS JOIN LATERAL (SELECT * FROM transfers WHERE transfers.id = listed.transfer_id AND ${condition} OFFSET 0) AS moved
    WHERE listed.party_id = ANY (${sides})`;
}

/**
 * SQL condition on the main transfer: other transfers of its payment may be wanted although it is not. The main transfer
 * has the same parties as its payment, but for the account as the receiver of fees. It names the payment's two funding
 * sources, unless it moves money between its owner's bank and balance.
 */
function mayHaveOthers({ parties, bank, balance }: WantedTransfer, parameter: Parameter): string {
  const involved = parties ?? (balance && [balance.ownerId]);
  if (!involved) return bank === undefined ? 'true' : `leg = 'bank'`;
  const sides = parameter(involved);
  return `(source_owner_id = ANY (${sides}) OR destination_owner_id = ANY (${sides})
    OR (fees IS NOT NULL AND account_id = ANY (${sides})))`;
}

/** SQL condition on the main transfer, a row of `transfers AS payment`: one transfer of its payment is wanted. */
export function hasTransfer({ by, ...wanted }: TransfersOfPayments, parameter: Parameter): string {
  if (by === 'main') return `id = ANY (ARRAY(${transfersOfParties(wanted, parameter)}))`;
  if (by === 'collecting') return `id = ANY (ARRAY(${collectedPayments(wanted, parameter)}))`;
  const condition = isWanted(wanted, parameter);
  return `(${condition} OR (${mayHaveOthers(wanted, parameter)} AND EXISTS (
    SELECT FROM transfers
    WHERE payment_id = payment.id AND id <> payment_id AND account_number IS NOT NULL AND ${condition}
  )))`;
}

/** Chooses how the payments are found, by the number of transfers among which the wanted ones are. */
export async function counted(
  database: EntityManager,
  accountId: string,
  wanted: WantedTransfer,
): Promise<TransfersOfPayments> {
  const { bank, parties, others, balance } = wanted;
  const rows =
    bank === undefined
      ? 'party_transfers WHERE party_id = ANY ($1)'
      : `transfers WHERE account_number IS NOT NULL AND ${MAY_SHOW_BANKS} AND ${showsBank('$1')}`;
  const [{ count }] = await database.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM (SELECT FROM ${rows} LIMIT ${COLLECTED_MAX + 1}) AS wanted`,
    [bank ?? parties ?? [balance?.ownerId]],
  );
  if (count > COLLECTED_MAX) return { ...wanted, by: 'walking' };
  // Only the account takes part in a payment without being a party of its main transfer: it gets the fees.
  const isByMain = parties && !parties.includes(accountId) && !others && bank === undefined && !balance;
  return { ...wanted, by: isByMain ? 'main' : 'collecting' };
}
