import type { Position, StoredEvent } from '@halyard/event-store';
import type { PipelineStep } from '@halyard/persistence';

export interface EventPage {
  /** In global order, from the streams that the read model follows. */
  readonly events: readonly StoredEvent[];
  /** Facts of events up to here are already published, and a rebuild does not publish them again. */
  readonly furthest: Position;
}

/** A read model. Its tables are derived from the streams alone, so that they can be rebuilt. */
export interface Projection {
  /** Unique within the service and stable for ever: progress is stored under this name. */
  readonly name: string;
  readonly streamPrefixes: readonly string[];
  /**
   * Which rows it makes of the same events. Each change of its rows or columns raises it. A process of a newer shape can
   * go on with rows of an older one, and then has them rebuilt. Read models of 0.1.0 have shape 1.
   */
  readonly shape: number;
  /** The tables that it alone writes, whose rows are the same wherever its pages begin and end. */
  readonly tables: readonly string[];
  /**
   * Folds a page into steps that change the tables. It may read the tables, which contain all previous pages. If
   * another process has moved the read model since, nothing of this page is written.
   *
   * @returns steps of the transaction that moves the checkpoint
   */
  apply(page: EventPage): Promise<readonly PipelineStep[]>;
  /**
   * Drops what the read model keeps in memory: another process may have written its tables, or a page may have failed.
   */
  forget?(): void;
  /**
   * A statement that takes out of a full copy what was erased while it was filled. Processes of 0.1.0 know no copies, and
   * erase in the tables that serve alone.
   */
  readonly forgetErased?: string;
}

/** The token of this build's `followerOf`. */
export const FOLLOWER = Symbol('follower');

/**
 * The name of the lease that one of the processes has whose read models have these shapes. Each of these processes also
 * holds a shared lock of this name, so that others see which build it is of.
 */
export const followerOf = (projections: readonly Projection[]): string =>
  `follower ${projections.map(({ name, shape }) => `${name} ${shape}`).join(', ')}`;
