/**
 * The accounts of the ledger. Every posting moves an amount between two of them, so that it balances event by event:
 * a balance posts against the transit account of its payment, and a transit account against bank clearing.
 */

/** What came from banks and went to banks. One account for the installation that no stream is kept of. */
export const BANK_CLEARING = 'bank-clearing';

const TRANSIT = 'transit:';

/** Money of a payment that has left where it was and is not where it will be. Zero once the payment has ended. */
export const transitOf = (paymentId: string): string => `${TRANSIT}${paymentId}`;

/** The payment whose transit account a posting names. */
export const paymentOfTransit = (account: string): string => account.slice(TRANSIT.length);
