/**
 * The accounts of the ledger. Every posting moves an amount between two of them, so that it balances event by event:
 * a balance posts against the transit account of its payment, and a transit account against bank clearing.
 */
export type LedgerAccount = typeof BANK_CLEARING | `balance:${string}` | `transit:${string}`;

/**
 * Money that came from banks and went to banks: one account for the whole installation, without a stream of its own.
 */
export const BANK_CLEARING = 'bank-clearing';

const BALANCE = 'balance:';
const TRANSIT = 'transit:';

export const balanceAccount = (fundingSourceId: string): LedgerAccount => `${BALANCE}${fundingSourceId}`;

/** The funding source whose balance the account is; undefined for other accounts. */
export const balanceOfAccount = (account: LedgerAccount): string | undefined =>
  account.startsWith(BALANCE) ? account.slice(BALANCE.length) : undefined;

/** Money of a payment that is on its way. Zero once the payment has ended. */
export const transitOf = (paymentId: string): LedgerAccount => `${TRANSIT}${paymentId}`;

/** The payment whose transit account a posting names. */
export const paymentOfTransit = (account: string): string => account.slice(TRANSIT.length);
