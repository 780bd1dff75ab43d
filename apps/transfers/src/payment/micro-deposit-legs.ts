import { deriveId, type MoneyJson, type ReturnCode } from '@halyard/core';
import { legIdOf } from '../payment-ids.js';
import { balanceAccount, BANK_CLEARING } from './chart-of-accounts.js';
import type { Leg, LegState, PaymentSide } from './payment.model.js';

/**
 * The balance that pays an account's micro-deposits. It is no funding source: nobody sees it and nothing fills it. It
 * is negative by the amount that was paid to banks and did not come back.
 */
export const platformBalanceIdOf = (accountId: string): string => deriveId(accountId, 'platform-balance');

export interface MicroDeposits {
  readonly paymentId: string;
  readonly attemptId: string;
  readonly accountId: string;
  readonly bank: PaymentSide;
  readonly amounts: readonly MoneyJson[];
}

/** Makes one credit per amount. The bank may return it like any other credit (specification, "Micro-deposits"). */
export function microDepositLegs({ paymentId, attemptId, accountId, bank, amounts }: MicroDeposits): Leg[] {
  const platform: PaymentSide = {
    ownerKind: 'account',
    ownerId: accountId,
    fundingSourceId: platformBalanceIdOf(accountId),
  };
  return amounts.map((amount, place) => ({
    id: place === 0 ? paymentId : legIdOf(attemptId, place),
    kind: 'microDeposit',
    from: balanceAccount(platform.fundingSourceId),
    to: BANK_CLEARING,
    amount,
    dependsOn: [],
    source: platform,
    destination: bank,
    taken: 'regardless',
    recourse: platform,
    clearing: { destination: 'standard' },
  }));
}

/** Micro-deposits verify a bank and are not transfers: no list, link or event shows them. */
export const isMicroDeposit = ({ kind }: Pick<Leg, 'kind'>): boolean => kind === 'microDeposit';

/** The common outcome of a payment's micro-deposits. */
export interface DepositsEnd {
  readonly status: 'processed' | 'failed';
  readonly code?: ReturnCode;
}

/** @returns undefined if a micro-deposit is still under way, or if the payment has other legs */
export function endOfMicroDeposits(legs: readonly LegState[]): DepositsEnd | undefined {
  if (!legs.every(({ terms }) => isMicroDeposit(terms))) return undefined;
  const returned = legs.find(({ status }) => status === 'failed');
  if (returned) return { status: 'failed', code: returned.stop?.code };
  return legs.length > 0 && legs.every(({ status }) => status === 'processed') ? { status: 'processed' } : undefined;
}
