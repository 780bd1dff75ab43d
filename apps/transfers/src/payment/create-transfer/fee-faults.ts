import type { Fault, Money } from '@halyard/core';
import type { RequestedFee } from './create-transfer.command.js';

/** Whom a fee is charged to: a party of the transfer, somebody else of the account, or nobody that is known. */
export type Payer = 'sender' | 'receiver' | 'other' | 'unknown';

export interface ChargedFee extends Pick<RequestedFee, 'amount'> {
  readonly payer: Payer;
}

/** What of the transfer decides on its fees. */
export interface FeeTerms {
  readonly amount: Money;
  readonly isFromBalance: boolean;
  readonly isOwn: boolean;
  readonly receiverHasBalance: boolean;
}

const CHARGE_TO = '/fees/_links/charge-to/href';

/** Places of their own, as published (reference facts 7.2). */
export const feeFaults = {
  accountUnknown: { code: 'Invalid', message: 'Facilitator fee account not found.', path: '' },
  sumTooLarge: { code: 'Invalid', message: 'Facilitator fee sum too large.', path: '' },
  belowMinimum: { code: 'Invalid', message: 'Facilitator fee below minimum.', path: '' },
  notAParty: { code: 'Invalid', message: 'Charge-to invalid.', path: CHARGE_TO },
  malformed: { code: 'Invalid', message: 'Facilitator fee amount invalid.', path: CHARGE_TO },
  notAllowed: { code: 'NotAllowed', message: 'Fees value not allowed.', path: '/fees' },
} as const satisfies Record<string, Fault>;

/** Every rule that fees break, once (specification, facilitator fees 3-5; decisions on fees). */
export function faultsOfFees(fees: readonly ChargedFee[], terms: FeeTerms): Fault[] {
  const broken = new Set<Fault>();
  let sum = 0n;
  for (const { payer, amount } of fees) {
    if (payer === 'unknown') broken.add(feeFaults.accountUnknown);
    if (payer === 'other') broken.add(feeFaults.notAParty);
    if (payer === 'receiver' && !terms.receiverHasBalance) broken.add(feeFaults.notAllowed);
    if (amount === 'zero') broken.add(feeFaults.belowMinimum);
    else if (amount === 'malformed') broken.add(feeFaults.malformed);
    else sum += amount.minor;
  }
  if (sum * 2n > terms.amount.minor) broken.add(feeFaults.sumTooLarge);
  if (fees.length > 0 && terms.isOwn && terms.isFromBalance) broken.add(feeFaults.notAllowed);
  return [...broken];
}
