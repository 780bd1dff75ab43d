import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionBatch,
} from '../../src/event-store.js';

export const aStream = (kind = 'thing'): string => `${kind}-${newId()}`;

export const anEvent = (type: string, id = newId()): NewEvent => ({ id, type, data: { type } });

export const append = (
  store: EventStore,
  stream: string,
  expected: ExpectedRevision,
  ...types: string[]
): Promise<AppendResult> => store.append({ stream, expected, events: types.map((type) => anEvent(type)) });

export const submit = (
  store: EventStore,
  stream: string,
  expected: ExpectedRevision,
  after: readonly Submission[],
  ...types: string[]
): Submission => store.submit({ stream, expected, events: types.map((type) => anEvent(type)) }, after);

/** For each submission: `stands`, or the name and the stream of its error. */
export const outcomesOf = (submissions: readonly Submission[]): Promise<string[]> =>
  Promise.all(
    submissions.map(({ committed }) =>
      committed.then(
        () => 'stands',
        ({ name, stream }: Error & { readonly stream?: string }) => `${name} ${stream}`,
      ),
    ),
  );

export async function all(store: EventStore, stream: string, options?: ReadOptions): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.read(stream, options)) events.push(event);
  return events;
}

export const types = async (store: EventStore, stream: string, options?: ReadOptions): Promise<string[]> =>
  (await all(store, stream, options)).map(({ type }) => type);

export const won = (results: readonly PromiseSettledResult<unknown>[]): boolean[] =>
  results.map(({ status }) => status === 'fulfilled');

export class SubscriptionListener {
  readonly events: StoredEvent[] = [];
  position: Position;
  private readonly subscription: StoreReader;

  constructor(
    store: EventStore,
    from: Position,
    prefix: string,
    handle: (batch: SubscriptionBatch) => Promise<void> = () => Promise.resolve(),
  ) {
    this.position = from;
    this.subscription = store.subscribe({
      from,
      streamPrefixes: [prefix],
      onBatch: async (batch) => {
        await handle(batch);
        this.events.push(...batch.events);
        this.position = batch.position;
      },
      onFailure: (error) => {
        throw error;
      },
    });
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** Waits until the events satisfy a condition. If they never do, the error quotes the condition. */
  until(condition: () => boolean): Promise<void> {
    return until(`what was heard satisfies ${String(condition)}`, condition);
  }

  stop(): Promise<void> {
    return this.subscription.stop();
  }
}
