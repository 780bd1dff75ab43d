import type { ServiceName } from '@halyard/contracts';
import {
  type Append,
  EventStore,
  EventStoreUnavailable,
  type Position,
  type ReadOptions,
  type StoredEvent,
  type StoreReader,
  type Submission,
  type SubscriptionOptions,
  WrongExpectedRevision,
} from '@halyard/event-store';
import type { Metrics } from '@halyard/observability';

/** Measures how long a store takes for appends, from the submission to the answer, and counts those without one. */
export class MeasuredEventStore extends EventStore {
  private readonly durations: ReturnType<Metrics['histogram']>;
  private readonly failures: ReturnType<Metrics['counter']>;

  constructor(
    private readonly store: EventStore,
    metrics: Metrics,
    private readonly service: ServiceName,
  ) {
    super();
    const labels = ['service'];
    this.durations = metrics.histogram({
      name: 'event_store_append_seconds',
      help: 'Time from an append to the answer of the event store',
      labels,
    });
    this.failures = metrics.counter({
      name: 'event_store_append_failures_total',
      help: 'Appends that the event store did not answer',
      labels,
    });
    this.failures.inc({ service }, 0);
  }

  submit(append: Append, after?: readonly Submission[]): Submission {
    const { service } = this;
    const begin = performance.now();
    const submission = this.store.submit(append, after);
    submission.whenKnown((outcome) => {
      if (outcome instanceof EventStoreUnavailable) this.failures.inc({ service });
      else if (!(outcome instanceof Error) || outcome instanceof WrongExpectedRevision)
        this.durations.observe({ service }, (performance.now() - begin) / 1_000);
    });
    return submission;
  }

  read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    return this.store.read(stream, options);
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  headAt(): Promise<Date | undefined> {
    return this.store.headAt();
  }

  subscribe(options: SubscriptionOptions): StoreReader {
    return this.store.subscribe(options);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
