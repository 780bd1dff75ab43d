import type { EventStore, StoredEvent } from '@halyard/event-store';
import { paymentStream } from '../payment/payment.model.js';
import { firstRevision } from '../stream-search.js';
import { plannedEvents, type PlannedEvent } from './planned-entries.js';

/** An event of a payment or for it, in the global order. */
export interface StoryEvent {
  readonly stored: StoredEvent;
  /** The leg for which it was made; absent for the payment's own events. */
  readonly legId?: string;
}

/**
 * Reads a payment's events and those that it caused in the streams of balances and of its sender's limit. Each is
 * looked for right behind the event that made it due: what that costs does not depend on how long these streams are.
 */
export async function readStory(store: EventStore, paymentId: string): Promise<StoryEvent[]> {
  const own: StoredEvent[] = [];
  for await (const stored of store.read(paymentStream(paymentId))) own.push(stored);
  const byStream = Map.groupBy(plannedEvents(own), ({ stream }) => stream);
  const others = await Promise.all([...byStream].map(([stream, planned]) => find(store, stream, planned)));
  return [...own.map((stored): StoryEvent => ({ stored })), ...others.flat()].sort((one, other) =>
    one.stored.position < other.stored.position ? -1 : 1,
  );
}

async function find(store: EventStore, stream: string, planned: readonly PlannedEvent[]): Promise<StoryEvent[]> {
  const legs = new Map(planned.map(({ id, legId }) => [id, legId]));
  const found = new Map<string, StoryEvent>();
  for (const { id, after, before } of planned) {
    if (found.has(id)) continue;
    const from = await firstRevision(store, stream, ({ position }) => position > after);
    for await (const stored of store.read(stream, { from })) {
      if (before !== undefined && stored.position > before) break;
      if (legs.has(stored.id)) found.set(stored.id, { stored, legId: legs.get(stored.id) });
      if (stored.id === id) break;
    }
  }
  return [...found.values()];
}
