import type { CloudEvent, Topic } from '@halyard/contracts';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** The effect of events as steps, for the transaction that also records the progress of their keys. */
export interface EffectInSteps {
  readonly steps: readonly PipelineStep[];
  /**
   * Called at the end. @param answers the answers of the steps, as `runPipeline` gives them; undefined if nobody knows
   * whether the steps were committed
   */
  readonly onEnd?: (answers: readonly (string | null)[] | undefined) => void;
}

/**
 * Reacts to events of other services. Its runner records the last sequence of each key in the same transaction as the
 * effect. So each event has its effect once, and the events of a key come in order. `handle` may get several events at
 * once.
 */
export abstract class EventConsumer {
  /** The name under which progress is stored. It is unique within the service, and never changes. */
  abstract readonly name: string;
  abstract readonly topics: readonly Topic[];
  /**
   * Handles events. Every effect goes through `tx`. After a DomainError with a retryable code, or a lost connection,
   * the events come again. After any other error, and some retries, their key is parked with the cause.
   */
  abstract handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void>;
  /**
   * Gives the effect of `handle` as steps, for a consumer that need not read before it writes. Events that are next for
   * their keys are then written in one exchange with the progress of the keys. If a step fails, nothing is written, and
   * `handle` gets the events.
   */
  effectOf?(events: readonly CloudEvent[]): EffectInSteps;
  /**
   * Prepares a rebuild, after which every event comes again. Only a consumer with this method can be rebuilt. The
   * method deletes everything that `handle` has written, if it all follows from events; otherwise it makes sure that
   * `handle` will leave it alone. During a rebuild, readers must not get less, or older data, than they were told
   * directly: if in doubt they ask the owner.
   */
  clear?(tx: EntityManager): Promise<void>;
}
