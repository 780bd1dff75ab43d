/**
 * An account of the ledger. Every posting moves an amount between two of them, so that the ledger balances event by
 * event: a balance posts against its payment's transit account, and a transit account against bank clearing.
 */
export type LedgerAccount = typeof BANK_CLEARING | `balance:${string}` | `transit:${string}`;

/** Money from banks and to banks: one account for the whole installation, without a stream of its own. */
export const BANK_CLEARING = 'bank-clearing';

const BALANCE = 'balance:';
const TRANSIT = 'transit:';

export const balanceAccount = (fundingSourceId: string): LedgerAccount => `${BALANCE}${fundingSourceId}`;

/** The funding source of a balance account; undefined for other accounts. */
export const balanceOfAccount = (account: LedgerAccount): string | undefined =>
  account.startsWith(BALANCE) ? account.slice(BALANCE.length) : undefined;

/** A payment's money on its way. Zero once the payment has ended. */
export const transitOf = (paymentId: string): LedgerAccount => `${TRANSIT}${paymentId}`;

export const paymentOfTransit = (account: string): string => account.slice(TRANSIT.length);
