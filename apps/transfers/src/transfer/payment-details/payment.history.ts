import { paymentEventOf, type PaymentEvent, type PaymentTerms } from '../../payment/payment.model.js';
import { beforeLeg, foldOutcome, NOT_BEGUN, type PaymentOutcome, shownTransfers } from '../payment-outcome.js';

/** An event in the life of one of the payment's transfers. */
interface HistoryEvent {
  /** ISO 8601, by the account's clock. */
  readonly at: string;
  readonly event: string;
  readonly transfer: string;
}

/** A payment, folded from its stream. */
export interface PaymentHistory extends PaymentOutcome {
  readonly terms: PaymentTerms;
  readonly timeline: readonly HistoryEvent[];
}

type HistoryEventType =
  'LegSubmitted' | 'LegSettled' | 'LegProcessed' | 'LegCreated' | 'LegCorrected' | 'LegFailed' | 'LegCancelled';

/** The names of events in the timeline. */
const words: Readonly<Record<HistoryEventType, string>> = {
  LegSubmitted: 'submitted',
  LegSettled: 'settled',
  LegProcessed: 'processed',
  LegCreated: 'created',
  LegCorrected: 'corrected',
  LegFailed: 'failed',
  LegCancelled: 'cancelled',
};

/** @returns undefined if the payment has not been accepted */
export function foldHistory(
  stored: readonly { readonly type: string; readonly data: unknown; readonly position: bigint }[],
): PaymentHistory | undefined {
  let outcome = NOT_BEGUN;
  const timeline: HistoryEvent[] = [];
  for (const each of stored) {
    const event = paymentEventOf(each);
    outcome = foldOutcome(outcome, event, each.position);
    timeline.push(...happened(event, outcome));
  }
  const { terms, failure } = outcome;
  const transfers = shownTransfers(outcome);
  return terms && transfers.length > 0 ? { terms, transfers, timeline, failure } : undefined;
}

function happened(event: PaymentEvent, outcome: PaymentOutcome): HistoryEvent[] {
  switch (event.type) {
    case 'PaymentInitiated':
    case 'PaymentRefused':
      return [];
    case 'PaymentAccepted': {
      return shownTransfers(outcome).map(({ id }) => ({ at: event.data.at, event: 'created', transfer: id }));
    }
    case 'LegsStopped': {
      const { at, legId, code } = event.data;
      return code === undefined ? [] : [{ at, event: 'returned', transfer: legId }];
    }
    case 'LegRefused': {
      const { reason, at, legId } = event.data;
      return reason === 'Unfunded' ? [] : [{ at, event: 'creation-failed', transfer: beforeLeg(legId, outcome.terms) }];
    }
    default:
      return [{ at: event.data.at, event: words[event.type], transfer: event.data.legId }];
  }
}
