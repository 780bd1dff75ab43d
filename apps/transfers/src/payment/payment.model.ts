import { moneyFromJson, type Money, type MoneyJson } from '@halyard/core';
import { entryIdOf } from './payment-ids.js';

/** One end of a payment: the funding source that was named, and who owns it. */
export interface PaymentSide {
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly fundingSourceId: string;
}

/**
 * What moves between what (reference facts 7.5). `deposit`: a holder's bank to its own balance. `withdrawal`: a balance
 * to its holder's own bank. `balanceTransfer`: a holder's balance to another holder's.
 */
export type Flow = 'deposit' | 'withdrawal' | 'balanceTransfer';

export interface PaymentTerms {
  readonly paymentId: string;
  readonly accountId: string;
  readonly flow: Flow;
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
  readonly correlationId?: string;
  /** The caller's metadata as JSON, sealed under the account (base64): personal data as far as we know. */
  readonly sealedMetadata?: string;
}

export type RefusalReason = 'InsufficientFunds';

/** `at` is the time of the payment's account. */
export type PaymentEvent =
  | {
      readonly type: 'PaymentInitiated';
      readonly data: PaymentTerms & { readonly amount: MoneyJson; readonly at: string };
    }
  | { readonly type: 'PaymentAccepted'; readonly data: { readonly at: string } }
  | { readonly type: 'PaymentRefused'; readonly data: { readonly reason: RefusalReason; readonly at: string } }
  /** The bank leg's money moved: a posting between the payment's transit account and `contra`. */
  | { readonly type: 'LegSettled'; readonly data: LegSettledData }
  | { readonly type: 'PaymentCompleted'; readonly data: { readonly at: string } };

export interface LegSettledData {
  readonly legId: string;
  /**
   * Names what this settlement posts. Made when the leg settled, days after its payment perhaps, so that a busy balance
   * can tell it from what it has forgotten (ADR 6).
   */
  readonly settlementId: string;
  /** `in`: from bank clearing into transit. `out`: from transit to bank clearing. */
  readonly direction: 'in' | 'out';
  readonly amount: MoneyJson;
  readonly contra: string;
  readonly at: string;
}

/** The one place where stored events of a payment get their type back; a later version of one is upcast here. */
export function paymentEventOf({ type, data }: { readonly type: string; readonly data: unknown }): PaymentEvent {
  const event = { type, data } as PaymentEvent;
  return event.type === 'LegSettled' ? { ...event, data: withSettlementId(event.data) } : event;
}

/** The first ones named what they posted after the payment. */
const withSettlementId = (
  data: Omit<LegSettledData, 'settlementId'> & { readonly settlementId?: string },
): LegSettledData => ({
  ...data,
  settlementId: data.settlementId ?? entryIdOf(data.legId),
});

interface Begun {
  readonly terms: PaymentTerms;
  readonly amount: Money;
}

/** `accepted` waits for its bank leg, if it has one; `settled` is accepted whose bank leg has moved. */
export type Payment =
  | { readonly status: 'none' }
  | ({ readonly status: 'initiated' | 'accepted' | 'completed' } & Begun)
  | ({ readonly status: 'settled'; readonly settlementId: string } & Begun)
  | ({ readonly status: 'refused'; readonly reason: RefusalReason } & Begun);

export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;

export const paymentOfStream = (stream: string): string => stream.slice('payment-'.length);

export const initial = (): Payment => ({ status: 'none' });

export function evolve(payment: Payment, { type, data }: PaymentEvent): Payment {
  if (type === 'PaymentInitiated') {
    const { amount, at: _at, ...terms } = data;
    return { status: 'initiated', terms, amount: moneyFromJson(amount) };
  }
  if (payment.status === 'none') return payment;
  const { terms, amount } = payment;
  switch (type) {
    case 'PaymentAccepted':
      return { status: 'accepted', terms, amount };
    case 'PaymentRefused':
      return { status: 'refused', reason: data.reason, terms, amount };
    case 'LegSettled':
      return { status: 'settled', settlementId: data.settlementId, terms, amount };
    case 'PaymentCompleted':
      return { status: 'completed', terms, amount };
  }
}
