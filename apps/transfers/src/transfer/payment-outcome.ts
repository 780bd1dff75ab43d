import { type PaymentEvent, type PaymentTerms } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';
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
    failure: outcome.failure ?? failureOf(event, terms),
  };
}

/** The transfers that clients see. A payment has none before its acceptance or after its refusal. */
export const shownTransfers = ({ transfers }: PaymentOutcome): readonly Transfer[] =>
  transfers.filter(({ status }) => status !== 'initiated');

export type OutcomeStatus = 'pending' | 'processed' | 'failed' | 'cancelled';

/** The status of a payment without its fees: it is processed once its money has arrived. */
export function outcomeStatus(outcome: PaymentOutcome): OutcomeStatus {
  const statuses = shownTransfers(outcome)
    .filter(({ kind }) => kind !== 'fee')
    .map(({ status }) => status);
  if (outcome.failure) return 'failed';
  if (statuses.includes('cancelled')) return 'cancelled';
  return statuses.every((status) => status === 'processed') ? 'processed' : 'pending';
}

/** The failure that an event reports. A fee may fail while the payment does not. */
function failureOf({ type, data }: PaymentEvent, terms: PaymentTerms | undefined): TransferFailure | undefined {
  if (type === 'LegsStopped' && data.code !== undefined) {
    const isFee = terms?.legs.some(({ id, kind }) => id === data.legId && kind === 'fee');
    return isFee ? undefined : { transfer: data.legId, code: data.code };
  }
  if (type !== 'LegRefused' || data.reason === 'Unfunded') return undefined;
  return { transfer: beforeLeg(data.legId, terms), code: data.reason };
}

/** Finds the transfer before a leg. A transfer that was never created is reported with that one. */
export const beforeLeg = (legId: string, terms: PaymentTerms | undefined): string =>
  terms?.legs.find(({ id }) => id === legId)?.dependsOn[0] ?? legId;
