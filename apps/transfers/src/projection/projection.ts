import type { StoredEvent } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';

/** A read model: what its tables hold follows from the streams alone, so that it can be thrown away and built again. */
export interface Projection {
  /** Unique within the service, stable for ever: its progress is kept under it. */
  readonly name: string;
  readonly streamPrefixes: readonly string[];
  /** Folds events, in global order, into the tables. All effects go through `tx`. */
  apply(events: readonly StoredEvent[], tx: EntityManager): Promise<void>;
  /** Empties the tables. */
  clear(tx: EntityManager): Promise<void>;
}
