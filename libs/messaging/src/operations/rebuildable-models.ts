import type { EntityManager } from 'typeorm';

/** A read model that can be thrown away and built again from what it follows. */
export interface RebuildableModel {
  /** Unique within the service, stable for ever. */
  readonly name: string;
  /** What it is built from: topics, or prefixes of streams. */
  readonly sources: readonly string[];
  /** How far it is behind its sources; 0 when it holds all of them. */
  lag(): Promise<number>;
  /** Empties it, and forgets how far it had come, in the caller's transaction. */
  clear(tx: EntityManager): Promise<void>;
  /** Has it filled again sooner than would happen anyway. Called after the commit of `clear`. */
  refill?(): void;
}

/** What of a service can be rebuilt. All else is truth, or goes by itself. */
export abstract class RebuildableModels {
  abstract list(): readonly RebuildableModel[];
}
