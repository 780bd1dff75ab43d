import type { EntityManager } from 'typeorm';

/** An event that a read model can't process, and why. */
export interface UntakenEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly cause: string;
}

/** A read model that can be emptied and rebuilt from its sources. */
export interface RebuildableModel {
  /** A name that is unique within the service and never changes. */
  readonly name: string;
  /** The topics, or the prefixes of streams, from which it is made. */
  readonly sources: readonly string[];
  /** How far the model is behind its sources; 0 if it is up to date. */
  lag(): Promise<number>;
  /** The event at which the model has stopped. Absent for a model that never stops. */
  stoppedAt?(): Promise<UntakenEvent | undefined>;
  /** Empties the model and resets its progress, in the caller's transaction. */
  clear(tx: EntityManager): Promise<void>;
  /** Begins to fill the model at once instead of at its next turn. Called after `clear` is committed. */
  refill?(): void;
}

/** A service's read models that can be rebuilt. All its other data is primary, or expires by itself. */
export abstract class RebuildableModels {
  abstract list(): readonly RebuildableModel[];
}
