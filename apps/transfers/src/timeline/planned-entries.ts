import type { StoredEvent } from '@halyard/event-store';
import { balanceStream } from '../balance/balance.model.js';
import { limitStream } from '../limit/limit.model.js';
import { evolve, initial } from '../payment/payment.fold.js';
import { paymentEventOf } from '../payment/payment.model.js';
import { type Entry, type PlannedLimit, planOf } from '../payment/payment.plan.js';
import { eventIdOf } from '../payment-ids.js';

/** An event that a payment planned in another stream. It may or may not be there. */
export interface PlannedEvent {
  readonly stream: string;
  readonly id: string;
  readonly legId: string;
  /** The event comes after this position in the global order. */
  readonly after: bigint;
  /** The event comes before this position; absent while the payment still plans it. */
  readonly before?: bigint;
}

/**
 * All postings to balances and reservations on the sender's limit that a payment has ever planned. Every process that
 * drove the payment took them from these plans, so that there are no others.
 */
export function plannedEvents(events: readonly StoredEvent[]): PlannedEvent[] {
  const planned = new Map<string, PlannedEvent>();
  let open: ReadonlySet<string> = new Set();
  let payment = initial();
  for (const stored of events) {
    payment = evolve(payment, paymentEventOf(stored));
    const { terms } = payment;
    const now = terms
      ? planOf(payment).flatMap(({ entries, limit }) => [...entriesOf(entries), ...limitOf(limit, terms.paymentId)])
      : [];
    for (const each of now) {
      const { after } = planned.get(each.id) ?? { after: stored.position };
      planned.set(each.id, { ...each, after });
    }
    const left = new Set(now.map(({ id }) => id));
    for (const id of open) {
      const ended = planned.get(id);
      if (ended && !left.has(id)) planned.set(id, { ...ended, before: stored.position });
    }
    open = left;
  }
  return [...planned.values()];
}

type UnlinkedEvent = Omit<PlannedEvent, 'after' | 'before'>;

const postedAs = {
  PostHold: 'HoldPosted',
  PostCredit: 'CreditPosted',
  PostCoveredDebit: 'DebitPosted',
  PostDebit: 'DebitPosted',
} as const;

function entriesOf(entries: readonly { readonly fundingSourceId: string; readonly entry: Entry }[]): UnlinkedEvent[] {
  return entries.flatMap(({ fundingSourceId, entry }) => {
    if (entry.type === 'PlaceHold' || entry.type === 'ReleaseHold') return [];
    const origin = 'holdId' in entry ? entry.holdId : entry.entryId;
    const id = eventIdOf(origin, postedAs[entry.type]);
    return [{ stream: balanceStream(fundingSourceId), id, legId: entry.legId }];
  });
}

function limitOf(limit: PlannedLimit | undefined, legId: string): UnlinkedEvent[] {
  if (!limit) return [];
  const { customerId, command } = limit;
  const type = command.type === 'ReserveLimit' ? 'LimitReserved' : 'LimitGivenBack';
  return [{ stream: limitStream(customerId), id: eventIdOf(command.reservationId, type), legId }];
}
