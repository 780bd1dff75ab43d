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
 * looked for right behind the event that made it due, those that are close to each other at once: what that costs does
 * not depend on how long these streams are.
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

/** So many events of others are read past sooner than the next place is looked for. */
const PASSED_MAX = 16;

/** @param planned in the order of `after` */
async function find(store: EventStore, stream: string, planned: readonly PlannedEvent[]): Promise<StoryEvent[]> {
  const legs = new Map(planned.map(({ id, legId }) => [id, legId]));
  const found: StoryEvent[] = [];
  let open = planned;
  let isAtEnd = false;
  for (let from = 0; open[0] && !isAtEnd;) {
    const { after } = open[0];
    from = await firstRevision(store, stream, ({ position }) => position > after, from);
    isAtEnd = true;
    let passed = 0;
    for await (const stored of store.read(stream, { from })) {
      if (legs.has(stored.id)) found.push({ stored, legId: legs.get(stored.id) });
      open = open.filter(({ id, before }) => id !== stored.id && (before === undefined || before > stored.position));
      const isDue = open[0] !== undefined && open[0].after < stored.position;
      passed = isDue ? 0 : passed + 1;
      if (open.length > 0 && passed < PASSED_MAX) continue;
      isAtEnd = false;
      from = stored.revision + 1;
      break;
    }
  }
  return found;
}
