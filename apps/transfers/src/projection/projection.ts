import type { Position, StoredEvent } from '@halyard/event-store';
import type { Step } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** Events that a read model takes in one go. */
export interface Page {
  /** In global order, of the streams that the read model follows. */
  readonly events: readonly StoredEvent[];
  /** How far the read model has ever come: what it told others of events up to here is not told again by a rebuild. */
  readonly furthest: Position;
}

/** A read model: what its tables hold follows from the streams alone, so that it can be thrown away and built again. */
export interface Projection {
  /** Unique within the service, stable for ever: its progress is kept under it. */
  readonly name: string;
  readonly streamPrefixes: readonly string[];
  /**
   * Folds a page into the tables. It may read them: as long as nobody else has moved the read model they are as the page
   * before has left them, and if somebody has, nothing of this page will stand.
   *
   * @returns what is written, in the transaction that counts the page as taken
   */
  apply(page: Page): Promise<readonly Step[]>;
  /** Empties the tables. */
  clear(tx: EntityManager): Promise<void>;
  /** What is remembered of the tables is no longer certain: another process may have written, or a page have failed. */
  forget?(): void;
}
