import { type Fault, formatAmount, parseAmount, propertyOf } from '@halyard/core';
import { areFeesTooLarge, FEES_MAX } from '../fees.js';
import type { RequestedFee } from './create-transfer.command.js';

/** `other`: another party of the account. */
export type Payer = 'sender' | 'receiver' | 'other' | 'unknown';

export interface ChargedFee extends Pick<RequestedFee, 'amount'> {
  readonly payer: Payer;
}

interface FeeTerms {
  readonly isFromBalance: boolean;
  readonly isOwn: boolean;
  readonly receiverHasBalance: boolean;
  /** Whether both ends are known. If they are, a payer that is neither of them is no party of the transfer. */
  readonly areEndsKnown: boolean;
}

const sumTooLarge = (sumMinor: bigint, amountMinor: bigint): Fault => ({
  code: 'Invalid',
  message: `Facilitator fee sum too large. The fees are ${formatAmount(sumMinor)} together, and may be ${formatAmount(amountMinor / 2n)} at most, half of the amount.`,
  path: '/fees',
});
const notAllowed: Fault = {
  code: 'NotAllowed',
  message: 'Fees value not allowed. Nobody here can pay a fee: leave them out.',
  path: '/fees',
};

const payerFault = (message: string, index: number): Fault => ({
  code: 'Invalid',
  message,
  path: `/fees/${index}/_links/charge-to/href`,
});

const amountIn = (value: unknown): bigint => parseAmount(propertyOf(propertyOf(value, 'amount'), 'value'))?.minor ?? 0n;

/** Reports the faults of all fees together. A single fee's own faults are reported by its class. */
export function faultsOfFeeSum(body: unknown): Fault[] {
  const fees = propertyOf(body, 'fees');
  if (!Array.isArray(fees) || fees.length > FEES_MAX) return [];
  const sum = fees.map(amountIn).reduce((total, minor) => total + minor, 0n);
  const amount = amountIn(body);
  return amount > 0n && areFeesTooLarge(sum, amount) ? [sumTooLarge(sum, amount)] : [];
}

/**
 * A payer's fault is reported at its own place; fees that are not allowed at all are reported once (specification,
 * facilitator fees 3 and 4; decisions on fees).
 */
export function faultsOfPayers(fees: readonly ChargedFee[], terms: FeeTerms): Fault[] {
  const isAllowed =
    !(terms.isOwn && terms.isFromBalance) &&
    (terms.receiverHasBalance || fees.every(({ payer }) => payer !== 'receiver'));
  return [
    ...fees.flatMap(({ payer }, index) => faultOfPayer(payer, index, terms) ?? []),
    ...(fees.length > 0 && !isAllowed ? [notAllowed] : []),
  ];
}

function faultOfPayer(payer: Payer, index: number, { areEndsKnown }: FeeTerms): Fault | undefined {
  if (payer === 'unknown')
    return payerFault('Facilitator fee account not found. Charge the sender or the receiver.', index);
  return payer === 'other' && areEndsKnown
    ? payerFault('Charge-to invalid. Charge the sender or the receiver.', index)
    : undefined;
}
