import type { CloudEvent, Topic } from '@halyard/contracts';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Differences } from '../rebuildable-models.js';

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
 * How a consumer is rebuilt while the rows that it has go on serving. A rebuild takes only events again that `handle` has
 * had before, so that the consumer and its rebuild never handle the same event for the first time.
 */
export interface RebuildSteps {
  /** Called in the transaction that begins a rebuild. */
  begin?(tx: EntityManager): Promise<void>;
  /** Takes events again. Each comes at least once; the events of a key may come in any order. */
  take(events: readonly CloudEvent[], tx: EntityManager): Promise<void>;
  /** Compares what was rebuilt with the rows that serve. Absent for a consumer whose rows are only added. */
  compare?(tx: EntityManager): Promise<Differences>;
  /**
   * Lets what was rebuilt take its place, and drops the rest of it.
   *
   * @param replaces whether rows that differ are replaced, because an operator wants it
   */
  finish?(tx: EntityManager, replaces: boolean): Promise<void>;
  /** Drops what was rebuilt. */
  drop?(tx: EntityManager): Promise<void>;
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
  /** How the consumer is rebuilt. Only a consumer that has these steps can be rebuilt. */
  readonly rebuildSteps?: RebuildSteps;
}
