import { paymentEventOf, type PaymentEvent, type PaymentTerms } from '../../payment/payment.model.js';
import { foldTransfers } from '../transfer.fold.js';
import type { Transfer } from '../transfer.entity.js';

/** What happened to a transfer of the payment. */
interface Happened {
  /** Time of the account, ISO 8601. */
  readonly at: string;
  readonly event: string;
  readonly transfer: string;
}

/** Why a transfer failed, or was never created. */
export interface TransferFailure {
  readonly transfer: string;
  /** A return code, or a reason of our own. */
  readonly code: string;
}

/** A payment as its stream describes it. */
export interface PaymentHistory {
  readonly terms: PaymentTerms;
  readonly transfers: readonly Transfer[];
  readonly timeline: readonly Happened[];
  /** The first failure; absent while there is none. */
  readonly failure?: TransferFailure;
}

type Told = 'LegSubmitted' | 'LegSettled' | 'LegProcessed' | 'LegCreated' | 'LegFailed' | 'LegCancelled';

/** The names of events in the timeline. */
const words: Readonly<Record<Told, string>> = {
  LegSubmitted: 'submitted',
  LegSettled: 'settled',
  LegProcessed: 'processed',
  LegCreated: 'created',
  LegFailed: 'failed',
  LegCancelled: 'cancelled',
};

/** @returns undefined for a payment that has not been accepted */
export function foldHistory(
  stored: readonly { readonly type: string; readonly data: unknown; readonly position: bigint }[],
): PaymentHistory | undefined {
  let transfers: readonly Transfer[] = [];
  let terms: PaymentTerms | undefined;
  let failure: TransferFailure | undefined;
  const timeline: Happened[] = [];
  for (const each of stored) {
    const event = paymentEventOf(each);
    if (event.type === 'PaymentInitiated') terms = event.data;
    transfers = foldTransfers(transfers, event, each.position);
    timeline.push(...happened(event, transfers, terms));
    failure ??= failureOf(event, terms);
  }
  const there = transfers.filter(({ status }) => status !== 'initiated');
  return terms && there.length > 0 ? { terms, transfers: there, timeline, failure } : undefined;
}

function happened(event: PaymentEvent, transfers: readonly Transfer[], terms: PaymentTerms | undefined): Happened[] {
  switch (event.type) {
    case 'PaymentInitiated':
    case 'PaymentRefused':
      return [];
    case 'PaymentAccepted': {
      const created = transfers.filter(({ status }) => status !== 'initiated');
      return created.map(({ id }) => ({ at: event.data.at, event: 'created', transfer: id }));
    }
    case 'LegsStopped': {
      const { at, legId, code } = event.data;
      return code === undefined ? [] : [{ at, event: 'returned', transfer: legId }];
    }
    case 'LegRefused': {
      const { reason, at, legId } = event.data;
      return reason === 'Unfunded' ? [] : [{ at, event: 'creation-failed', transfer: beforeLeg(legId, terms) }];
    }
    default:
      return [{ at: event.data.at, event: words[event.type], transfer: event.data.legId }];
  }
}

/** A transfer that was never created is reported with the one before it. */
const beforeLeg = (legId: string, terms: PaymentTerms | undefined): string =>
  terms?.legs.find(({ id }) => id === legId)?.dependsOn[0] ?? legId;

/** A fee may fail without the payment. */
function failureOf({ type, data }: PaymentEvent, terms: PaymentTerms | undefined): TransferFailure | undefined {
  if (type === 'LegsStopped' && data.code !== undefined) {
    const isFee = terms?.legs.some(({ id, kind }) => id === data.legId && kind === 'fee');
    return isFee ? undefined : { transfer: data.legId, code: data.code };
  }
  if (type !== 'LegRefused' || data.reason === 'Unfunded') return undefined;
  return { transfer: beforeLeg(data.legId, terms), code: data.reason };
}
