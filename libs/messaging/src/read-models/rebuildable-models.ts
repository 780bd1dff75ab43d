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
  /** Unique within the service, stable for ever. */
  readonly name: string;
  /** Topics, or prefixes of streams. */
  readonly sources: readonly string[];
  /** How far it is behind its sources; 0 if it is up to date. */
  lag(): Promise<number>;
  /** The event at which it has stopped, if it can stop. */
  stoppedAt?(): Promise<UntakenEvent | undefined>;
  /** Empties it and resets its progress, in the caller's transaction. */
  clear(tx: EntityManager): Promise<void>;
  /** Starts filling it sooner than would happen anyway. Called after the commit of `clear`. */
  refill?(): void;
}

/** A service's read models that can be rebuilt. Everything else is primary data, or expires by itself. */
export abstract class RebuildableModels {
  abstract list(): readonly RebuildableModel[];
}
