import type { EntityManager } from 'typeorm';
import { platformBalanceIdOf } from '../payment/micro-deposit-legs.js';
import type { LedgerTotal } from './ledger.fold.js';

/** Cents. The sum of each class of ledger accounts, and the same sums computed from the payments. */
export interface LedgerBooks {
  readonly postedBalances: bigint;
  readonly paymentsInTransit: bigint;
  readonly bankClearingIn: bigint;
  readonly bankClearingOut: bigint;
  readonly paymentsIn: bigint;
  readonly paymentsOut: bigint;
  /**
   * The part of `postedBalances` that paid micro-deposits, from the platform's hidden balance. Zero in the books of all
   * accounts together, which count this balance like any other.
   */
  readonly paidByPlatform: bigint;
  /** Ended payments whose transit account is not zero. */
  readonly unsettledPayments: number;
  readonly balanced: boolean;
  readonly firstUnsettled?: string;
  /** Position in the global order at which the sums are exact. */
  readonly position: bigint;
}

interface Sums {
  readonly posted: string;
  readonly platform: string;
  readonly transit: string;
  readonly unsettled: string;
  readonly first_unsettled: string | null;
  readonly position: string;
  readonly totals: Readonly<Partial<Record<LedgerTotal, string>>>;
}

/**
 * Proves the ledger of all accounts, or of one: posted balances + transit = all that came in - all that went out;
 * clearing agrees with the sums computed from the payments; and no ended payment leaves anything in transit. It is one
 * statement, so that all sums are of the same moment.
 */
export async function readBooks(database: EntityManager, accountId?: string): Promise<LedgerBooks> {
  const [sums] = await database.query<Sums[]>(
    accountId === undefined ? booksOf('true', 'false') : booksOf('account_id = $1', 'funding_source_id = $2'),
    accountId === undefined ? [] : [accountId, platformBalanceIdOf(accountId)],
  );
  if (!sums) throw new Error('the ledger answered no sums');
  const total = (name: LedgerTotal): bigint => BigInt(sums.totals[name] ?? 0);
  const stated = {
    postedBalances: BigInt(sums.posted),
    paidByPlatform: BigInt(sums.platform),
    paymentsInTransit: BigInt(sums.transit),
    bankClearingIn: total('clearingIn'),
    bankClearingOut: total('clearingOut'),
    paymentsIn: total('paymentsIn'),
    paymentsOut: total('paymentsOut'),
    unsettledPayments: Number(sums.unsettled),
  };
  const firstUnsettled = sums.first_unsettled ?? undefined;
  return { ...stated, balanced: isBalanced(stated), firstUnsettled, position: BigInt(sums.position) };
}

/**
 * @param whose SQL condition on the column `account_id`
 * @param platform SQL condition that selects the balances that pay micro-deposits
 */
const booksOf = (whose: string, platform: string): string => `
  SELECT
    (SELECT coalesce(sum(posted_minor), 0)::text FROM ledger_balances WHERE ${platform}) AS platform,
    (SELECT coalesce(sum(posted_minor), 0)::text FROM ledger_balances WHERE ${whose}) AS posted,
    (SELECT coalesce(sum(transit_minor), 0)::text FROM ledger_payments WHERE ${whose}) AS transit,
    (SELECT count(*)::text FROM ledger_payments WHERE ended AND ${whose}) AS unsettled,
    (SELECT payment_id FROM ledger_payments WHERE ended AND ${whose} ORDER BY payment_id LIMIT 1) AS first_unsettled,
    (SELECT coalesce(jsonb_object_agg(name, minor::text), '{}') FROM (
       SELECT name, sum(minor) AS minor FROM ledger_totals WHERE ${whose} GROUP BY name
     ) AS total) AS totals,
    (SELECT coalesce(max(position), 0)::text FROM projections WHERE name = 'ledger') AS position`;

type BookSums = Pick<
  LedgerBooks,
  | 'postedBalances'
  | 'paymentsInTransit'
  | 'bankClearingIn'
  | 'bankClearingOut'
  | 'paymentsIn'
  | 'paymentsOut'
  | 'unsettledPayments'
>;

const isBalanced = (stated: BookSums): boolean =>
  stated.postedBalances + stated.paymentsInTransit === stated.paymentsIn - stated.paymentsOut &&
  stated.bankClearingIn === stated.paymentsIn &&
  stated.bankClearingOut === stated.paymentsOut &&
  stated.unsettledPayments === 0;

/** @returns the id of an account whose sums do not add up, even if those of all accounts together do */
export async function firstUnbalancedAccount(database: EntityManager): Promise<string | undefined> {
  const [row] = await database.query<{ account_id: string }[]>(
    `SELECT account_id FROM (
       SELECT account_id, posted_minor AS minor FROM ledger_balances
       UNION ALL SELECT account_id, transit_minor FROM ledger_payments
       UNION ALL SELECT account_id, CASE name WHEN 'paymentsIn' THEN -minor WHEN 'paymentsOut' THEN minor ELSE 0 END
         FROM ledger_totals
     ) AS posted
     GROUP BY account_id HAVING sum(minor) <> 0 LIMIT 1`,
  );
  return row?.account_id;
}
