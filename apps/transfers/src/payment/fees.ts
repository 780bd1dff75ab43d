import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { MoneyJson } from '@halyard/core';
import { balanceAccount, BANK_CLEARING } from './chart-of-accounts.js';
import type { Leg, PaymentSide } from './payment.model.js';

/** If one party is both sender and receiver, it pays as sender. */
export interface Fee {
  readonly payer: 'sender' | 'receiver';
  readonly amount: MoneyJson;
}

/** Maximum for one transfer (decision "more on fees"). */
export const FEES_MAX = 50;

/** Together, a transfer's fees may be at most half of its amount (specification, facilitator fees 5). */
export const areFeesTooLarge = (sumMinor: bigint, amountMinor: bigint): boolean => sumMinor * 2n > amountMinor;

interface FeePayers {
  readonly accountId: string;
  readonly paymentId: string;
  /** The source that the caller named. */
  readonly source: PaymentSide;
  readonly isFromBank: boolean;
  /** The sender's balance; undefined if the sender has none. */
  readonly sender: PaymentSide | undefined;
  readonly receiver: PaymentSide;
}

/**
 * The leg of a fee: a transfer to the account that waits for the main leg (specification, facilitator fees; decisions
 * on fees). A sender's fee is held together with the amount, or debited from the sender's bank. A receiver's fee is
 * taken from the money that it received.
 */
export function feeLeg({ payer, amount }: Fee, id: string, payers: FeePayers): Leg {
  const { accountId, paymentId } = payers;
  const account: PaymentSide = {
    ownerKind: 'account',
    ownerId: accountId,
    fundingSourceId: balanceIdOf(accountId),
  };
  const leg = {
    id,
    kind: 'fee',
    to: balanceAccount(account.fundingSourceId),
    amount,
    dependsOn: [paymentId],
    destination: account,
  } as const;
  if (payer === 'receiver') {
    const { receiver } = payers;
    const from = balanceAccount(receiver.fundingSourceId);
    return { ...leg, from, source: receiver, taken: 'regardless', refundTo: receiver };
  }
  const { source, isFromBank, sender } = payers;
  if (!isFromBank) return { ...leg, from: balanceAccount(source.fundingSourceId), source, refundTo: source };
  const clearing = { source: 'standard' } as const;
  return { ...leg, from: BANK_CLEARING, source, refundTo: sender, recourse: account, clearing };
}

/** The amount that goes on to the receiver's bank after the receiver's fees. */
export function lessFees({ minor, currency }: MoneyJson, fees: readonly Fee[]): MoneyJson {
  const paid = fees
    .filter(({ payer }) => payer === 'receiver')
    .reduce((sum, fee) => sum + BigInt(fee.amount.minor), 0n);
  return { minor: (BigInt(minor) - paid).toString(), currency };
}
