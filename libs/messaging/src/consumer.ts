import type { CloudEvent, Topic } from '@halyard/contracts';
import type { Step } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** What events come to, as steps of the transaction in which their keys move on. */
export interface EffectInSteps {
  readonly steps: readonly Step[];
  /**
   * Called once that is over.
   *
   * @param answers of the steps, as `runPipeline` gives them; undefined where nobody knows whether they were taken
   */
  readonly onEnd?: (answers: readonly (string | null)[] | undefined) => void;
}

/**
 * Reacts to other services' events. The runner around it keeps the last sequence per key in the same transaction as the
 * effect: `handle` sees each event once in effect, and a key's events in order. It may be given several at once.
 */
export abstract class EventConsumer {
  /** Unique within the service, stable for ever: the name under which its progress is kept. */
  abstract readonly name: string;
  abstract readonly topics: readonly Topic[];
  /**
   * All effects go through `tx`. A DomainError with a retryable code, and a lost connection, bring the events again;
   * any other error parks the key with its cause after bounded retries.
   */
  abstract handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void>;
  /**
   * What `handle` does, for a consumer that needs ask nothing before it writes: events that are their keys' next go to the
   * database together with their keys' progress, in one exchange. A step that can't be taken raises, and `handle` is
   * given the events then.
   */
  effectOf?(events: readonly CloudEvent[]): EffectInSteps;
  /**
   * Drops what `handle` has written, where all of it follows from the events alone, or has `handle` leave alone what stands:
   * every event comes again. The read model of a consumer that has this can be rebuilt. Whoever reads it meanwhile must not be told less than was told directly, or older things:
   * what is in doubt is asked from its owner.
   */
  clear?(tx: EntityManager): Promise<void>;
}
