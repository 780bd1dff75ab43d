import type { EventStore, StoredEvent } from '@halyard/event-store';
import { paymentStream } from '../payment/payment.model.js';
import { firstRevision } from '../stream-search.js';
import { plannedEvents, type PlannedEvent } from './planned-entries.js';

/** An event of a payment, or one that it caused, in the global order. */
export interface StoryEvent {
  readonly stored: StoredEvent;
  /** The leg that caused it; absent for the payment's own events. */
  readonly legId?: string;
}

/**
 * Reads a payment's events, and the events that it caused in the streams of balances and of its sender's limit. It
 * looks for each of these right after the event that made it due, and for neighbouring ones together. So the cost does
 * not depend on the length of these streams.
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

/** If the next place is at most this many events away, reading on is cheaper than searching. */
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
