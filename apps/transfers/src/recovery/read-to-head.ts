import type { EventStore, Position, StoredEvent } from '@halyard/event-store';

/**
 * Reads the events after a position, up to those that are the newest when the reading begins.
 *
 * @param from zero, or the position of an event
 */
export async function readToHead(
  store: EventStore,
  from: Position,
  streamPrefixes: readonly string[],
  handle: (events: readonly StoredEvent[]) => Promise<void>,
): Promise<void> {
  const head = await store.head();
  if (head <= from) return;
  let stop: () => Promise<void> = () => Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      const reader = store.subscribe({
        from,
        streamPrefixes,
        onBatch: async ({ events, position }) => {
          await handle(events);
          if (position >= head) resolve();
        },
        onFailure: reject,
      });
      stop = () => reader.stop();
    });
  } finally {
    await stop();
  }
}
