import type { Position, StoredEvent } from '@halyard/event-store';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** A page of events for a read model. */
export interface EventPage {
  /** In global order, from the streams that the read model follows. */
  readonly events: readonly StoredEvent[];
  /**
   * The furthest position that the read model has ever reached: facts of events up to here were published already, and
   * a rebuild does not publish them again.
   */
  readonly furthest: Position;
}

/** A read model: its tables follow from the streams alone, so that they can be emptied and rebuilt. */
export interface Projection {
  /** Unique within the service and stable for ever: progress is stored under this name. */
  readonly name: string;
  readonly streamPrefixes: readonly string[];
  /**
   * Folds a page into steps that change the tables. It may read the tables, which are as the previous page left them;
   * if another process has moved the read model since, nothing of this page is written.
   *
   * @returns steps of the transaction that moves the checkpoint
   */
  apply(page: EventPage): Promise<readonly PipelineStep[]>;
  /** Empties the tables. */
  clear(tx: EntityManager): Promise<void>;
  /** Forgets what it remembers of its tables: another process may have written, or a page have failed. */
  forget?(): void;
}
