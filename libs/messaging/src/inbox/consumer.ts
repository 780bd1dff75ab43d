import type { CloudEvent, Topic } from '@halyard/contracts';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** The effect of events, as steps of the transaction that also records the progress of their keys. */
export interface EffectInSteps {
  readonly steps: readonly PipelineStep[];
  /**
   * Called once the transaction has ended.
   *
   * @param answers of the steps, as `runPipeline` gives them; undefined when it is not known whether they were
   * committed
   */
  readonly onEnd?: (answers: readonly (string | null)[] | undefined) => void;
}

/**
 * Reacts to events of other services. The runner around it records the last sequence of each key in the transaction of
 * the effect, so that each event has its effect once, and a key's events come in order. `handle` may get several at
 * once.
 */
export abstract class EventConsumer {
  /** Unique within the service and stable for ever: progress is stored under this name. */
  abstract readonly name: string;
  abstract readonly topics: readonly Topic[];
  /**
   * Every effect goes through `tx`. A DomainError with a retryable code, or a lost connection, brings the events again;
   * any other error parks the key with its cause after bounded retries.
   */
  abstract handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void>;
  /**
   * The effect of `handle` as steps, for a consumer that need not read before it writes: events that are next for their
   * keys are written in one exchange with the progress of these keys. When a step fails nothing is written, and
   * `handle` gets the events.
   */
  effectOf?(events: readonly CloudEvent[]): EffectInSteps;
  /**
   * Deletes what `handle` has written, when all of it follows from the events alone, or else prepares `handle` to leave
   * it alone: every event comes again. A consumer that has this method can be rebuilt. Readers must not get less, or
   * older data, in the meantime than they were told directly: when in doubt they ask the owner.
   */
  clear?(tx: EntityManager): Promise<void>;
}
