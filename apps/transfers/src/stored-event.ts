import type { StoredEvent } from '@halyard/event-store';

/** An event that this build can't read: a newer build wrote it, or it is damaged. It is never skipped. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

interface TypedEvent {
  readonly type: string;
  readonly data: object;
}

/** @param types every type of the union, so that a type unknown to this build is recognized as unknown */
export function eventReader<Event extends TypedEvent>(types: Readonly<Record<Event['type'], true>>) {
  const isKnown = (event: Pick<StoredEvent, 'type' | 'data'>): event is Event =>
    Object.hasOwn(types, event.type) && typeof event.data === 'object' && event.data !== null;

  /** @throws UnknownEvent */
  return (stored: Pick<StoredEvent, 'type' | 'data'>): Event => {
    const { type, data } = stored;
    const event = { type, data };
    if (isKnown(event)) return event;
    throw new UnknownEvent(
      Object.hasOwn(types, type)
        ? 'the data of the event is no object'
        : 'this build does not know the type of the event',
    );
  };
}
