import { type Fault, parseAmount } from '@halyard/core';
import { FEES_MAX } from '../fees.js';
import type { RequestedFee } from './create-transfer.command.js';

/** Whom a fee is charged to: a party of the transfer, somebody else of the account, or nobody that is known. */
export type Payer = 'sender' | 'receiver' | 'other' | 'unknown';

export interface ChargedFee extends Pick<RequestedFee, 'amount'> {
  readonly payer: Payer;
}

/** What decides who may be charged. */
interface FeeTerms {
  readonly isFromBalance: boolean;
  readonly isOwn: boolean;
  readonly receiverHasBalance: boolean;
  /** Both ends are known, so that anyone else is no party. */
  readonly areEndsKnown: boolean;
}

const CHARGE_TO = '/fees/_links/charge-to/href';

/** These faults have pointers of their own, as published (reference facts 7.2). */
const feeFaults = {
  accountUnknown: { code: 'Invalid', message: 'Facilitator fee account not found.', path: '' },
  sumTooLarge: { code: 'Invalid', message: 'Facilitator fee sum too large.', path: '' },
  belowMinimum: { code: 'Invalid', message: 'Facilitator fee below minimum.', path: '' },
  notAParty: { code: 'Invalid', message: 'Charge-to invalid.', path: CHARGE_TO },
  malformed: { code: 'Invalid', message: 'Facilitator fee amount invalid.', path: CHARGE_TO },
  notAllowed: { code: 'NotAllowed', message: 'Fees value not allowed.', path: '/fees' },
} as const satisfies Record<string, Fault>;

const ZERO = /^0(?:\.0{1,2})?$/;
const isZero = (value: unknown): boolean => value === 0 || (typeof value === 'string' && ZERO.test(value));

/** A missing value is reported by the DTO (`@Required`). */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const amountOf = (value: unknown): unknown => fieldOf(fieldOf(value, 'amount'), 'value');

/**
 * Every rule that the amounts of fees break, once each, as far as the body has amounts (specification, facilitator fees
 * 5).
 */
export function faultsOfFeeAmounts(body: unknown): Fault[] {
  const fees = fieldOf(body, 'fees');
  if (!Array.isArray(fees) || fees.length > FEES_MAX) return [];
  const broken = new Set<Fault>();
  let sum = 0n;
  for (const value of fees.map(amountOf)) {
    const amount = parseAmount(value);
    if (amount) sum += amount.minor;
    else if (isZero(value)) broken.add(feeFaults.belowMinimum);
    else if (!isBlank(value)) broken.add(feeFaults.malformed);
  }
  const main = parseAmount(amountOf(body));
  if (main && sum * 2n > main.minor) broken.add(feeFaults.sumTooLarge);
  return [...broken];
}

/** Every rule that the payers of fees break, once each (specification, facilitator fees 3 and 4; decisions on fees). */
export function faultsOfPayers(fees: readonly ChargedFee[], terms: FeeTerms): Fault[] {
  const broken = new Set<Fault>();
  for (const { payer } of fees) {
    if (payer === 'unknown') broken.add(feeFaults.accountUnknown);
    if (payer === 'other' && terms.areEndsKnown) broken.add(feeFaults.notAParty);
    if (payer === 'receiver' && !terms.receiverHasBalance) broken.add(feeFaults.notAllowed);
  }
  if (fees.length > 0 && terms.isOwn && terms.isFromBalance) broken.add(feeFaults.notAllowed);
  return [...broken];
}
