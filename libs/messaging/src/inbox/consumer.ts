import type { CloudEvent, Topic } from '@halyard/contracts';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** The effect of events, as steps of the transaction that also records the progress of their keys. */
export interface EffectInSteps {
  readonly steps: readonly PipelineStep[];
  /** @param answers of the steps, as by `runPipeline`; undefined if it is unknown whether they were committed */
  readonly onEnd?: (answers: readonly (string | null)[] | undefined) => void;
}

/**
 * Reacts to events of other services. Its runner records the last sequence of each key in the transaction of the
 * effect, so that each event has its effect once, and a key's events come in order. `handle` may get several events at
 * once.
 */
export abstract class EventConsumer {
  /** Unique within the service and stable for ever: progress is stored under this name. */
  abstract readonly name: string;
  abstract readonly topics: readonly Topic[];
  /**
   * Every effect goes through `tx`. After a DomainError with a retryable code, or a lost connection, the events come
   * again. Any other error parks the key with its cause after bounded retries.
   */
  abstract handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void>;
  /**
   * The effect of `handle` as steps, for a consumer that need not read before it writes. Events that are next for their
   * keys are written in one exchange with the progress of these keys. If a step fails nothing is written, and `handle`
   * gets the events.
   */
  effectOf?(events: readonly CloudEvent[]): EffectInSteps;
  /**
   * A consumer with this method can be rebuilt: every event comes again. It deletes everything that `handle` has
   * written, if that follows from the events alone; otherwise it prepares `handle` to leave it alone. Meanwhile readers
   * must not get less, or older data, than they were told directly: if in doubt they ask the owner.
   */
  clear?(tx: EntityManager): Promise<void>;
}
