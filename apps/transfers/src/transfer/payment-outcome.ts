import { type PaymentEvent, type PaymentTerms } from '../payment/payment.model.js';
import { failsPayment, paymentStatusOf } from './payment-status.js';
import type { PaymentStatus, Transfer } from './transfer.entity.js';
import { foldTransfers } from './transfer.fold.js';

/** Why a transfer failed, or was never created. */
export interface TransferFailure {
  readonly transfer: string;
  /** A return code, or a reason of our own. */
  readonly code: string;
}

/** The current state of a payment, folded from its events. */
export interface PaymentOutcome {
  /** Absent before the payment begins, and if it was refused before that. */
  readonly terms?: PaymentTerms;
  /** Includes transfers that are no resources yet. */
  readonly transfers: readonly Transfer[];
  /** The first failure; absent if there is none. */
  readonly failure?: TransferFailure;
}

export const NOT_BEGUN: PaymentOutcome = { transfers: [] };

/** Pure. @param position the event's position in the global order */
export function foldOutcome(outcome: PaymentOutcome, event: PaymentEvent, position: bigint): PaymentOutcome {
  const terms = event.type === 'PaymentInitiated' ? event.data : outcome.terms;
  return {
    terms,
    transfers: foldTransfers(outcome.transfers, event, position),
    failure: outcome.failure ?? failureOf(event, { ...outcome, terms }),
  };
}

/** The transfers that clients see. A payment has none before its acceptance or after its refusal. */
export const shownTransfers = ({ transfers }: PaymentOutcome): readonly Transfer[] =>
  transfers.filter(({ status }) => status !== 'initiated');

export const outcomeStatus = (outcome: PaymentOutcome): PaymentStatus =>
  paymentStatusOf(shownTransfers(outcome), outcome.failure !== undefined);

/** The failure that an event reports. */
function failureOf(event: PaymentEvent, { terms, transfers }: PaymentOutcome): TransferFailure | undefined {
  if (!failsPayment(event, transfers)) return undefined;
  const { type, data } = event;
  if (type === 'LegsStopped') return data.code === undefined ? undefined : { transfer: data.legId, code: data.code };
  return type === 'LegRefused' ? { transfer: beforeLeg(data.legId, terms), code: data.reason } : undefined;
}

/** Finds the transfer before a leg. A transfer that was never created is reported with that one. */
export const beforeLeg = (legId: string, terms: PaymentTerms | undefined): string =>
  terms?.legs.find(({ id }) => id === legId)?.dependsOn[0] ?? legId;
