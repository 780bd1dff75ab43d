import type { EntityManager } from 'typeorm';

/** An event that a read model can't process, and why. */
export interface UntakenEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly cause: string;
}

/** What a rebuild found different from the read model that serves, both at one position. */
export interface Differences {
  /** How many rows differ, or are in one of the two only. */
  readonly rows: number;
  /** The first of these, at most ten. A row that one of the two lacks is absent there. */
  readonly first: readonly { readonly key: string; readonly serves?: unknown; readonly rebuilt?: unknown }[];
}

/**
 * A rebuild beside the read model that serves. It is `filling` until it has caught up, `level` until it takes its place,
 * `differs` while it waits for an operator's word, and `stopped` at an event that it can't take.
 */
export interface Rebuild {
  readonly state: 'filling' | 'level' | 'differs' | 'stopped';
  readonly begun: Date;
  /** Number of events that it has taken. */
  readonly events: number;
  /** Number of events that it has to take, as far as this is known. */
  readonly of: number;
  readonly perSecond: number;
  /** Absent while nobody can tell. */
  readonly secondsLeft?: number;
  readonly stoppedAt?: UntakenEvent;
  readonly differences?: Differences;
}

/** Whether a rebuild goes no further until an operator, or another build, has done something. */
export const waitsForOperator = ({ state }: Rebuild): boolean => state === 'differs' || state === 'stopped';

/** A read model that can be rebuilt from its sources while it goes on serving. */
export interface RebuildableModel {
  /** A name that is unique within the service and never changes. */
  readonly name: string;
  /** The topics, or the prefixes of streams, from which it is made. */
  readonly sources: readonly string[];
  /** How far the model that serves is behind its sources; 0 if it is up to date. */
  lag(): Promise<number>;
  /** The event at which the model that serves has stopped. Absent for a model that never stops. */
  stoppedAt?(): Promise<UntakenEvent | undefined>;
  /** The rebuild that there is. */
  rebuild(): Promise<Rebuild | undefined>;
  /**
   * Begins a rebuild, in the caller's transaction. If there is one, only its pace changes.
   *
   * @param perSecond at most how many events the rebuild takes in a second. Default: as many as it can
   */
  begin(tx: EntityManager, pace: { readonly perSecond?: number }): Promise<void>;
  /** Ends the rebuild and drops its rows. @throws DomainError InvalidResourceState if there is none */
  stop(tx: EntityManager): Promise<void>;
  /** Lets the rebuild take its place although it differs. @throws DomainError InvalidResourceState unless it differs */
  swap(tx: EntityManager): Promise<void>;
  /** Looks at what an operator has changed at once, not at its next turn. Called after the change is committed. */
  look?(): void;
}

/** A service's read models that can be rebuilt. All its other data is primary, or expires by itself. */
export abstract class RebuildableModels {
  abstract list(): readonly RebuildableModel[];
}
