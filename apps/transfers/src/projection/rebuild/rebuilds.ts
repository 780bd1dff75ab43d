import type { Rebuild } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import type { Projection } from '../projection.js';

/** The name under which the progress of a copy is stored. */
export const copyOf = (model: string): string => `${model}~beside`;

/** A rebuild, as the process that fills the copy needs it. */
export interface RebuildUnderWay {
  readonly model: string;
  /** Differs from the numbers of all other rebuilds, earlier and later. */
  readonly number: number;
  readonly perSecond: number | undefined;
  /** The shape of the build that fills the copy. */
  readonly shape: number;
  /** Whether what serves has an older shape, so that there is nothing to compare the copy with. */
  readonly isNewer: boolean;
  /** Whether the tables of the copy may be other than those that serve, because a migration has run since. */
  readonly isOutdated: boolean;
  /** Whether it has reached the position of the model that serves. */
  readonly isLevel: boolean;
  readonly isCompared: boolean;
  /**
   * Whether it may take its place: it was found equal, or has a newer shape and no process of another build is there, or
   * an operator wants it although it differs.
   */
  readonly maySwap: boolean;
}

/** Rebuilds of read models. At most one of each is under way, whichever processes ask for it or work on it. */
export abstract class Rebuilds {
  abstract list(): Promise<readonly RebuildUnderWay[]>;
  /** The rebuild of a read model, as operators see it. */
  abstract find(model: string): Promise<Rebuild | undefined>;
  /**
   * Begins a rebuild with an empty copy. If there is one, only its pace changes.
   *
   * @throws DomainError ServiceUnavailable if the service has no schema for the copy
   */
  abstract begin(tx: EntityManager, projection: Projection, perSecond?: number): Promise<void>;
  /** Drops the copy. @throws DomainError InvalidResourceState if there is none */
  abstract stop(tx: EntityManager, projection: Projection): Promise<void>;
  /** Notes that an operator wants the copy. @throws DomainError InvalidResourceState unless it differs */
  abstract want(tx: EntityManager, model: string): Promise<void>;
  /**
   * Begins a rebuild of each of these read models whose rows have an older shape, unless there is one.
   *
   * @returns whether it began any
   */
  abstract renew(projections: readonly Projection[]): Promise<boolean>;
  /** Empties the copy, and makes its tables like those that serve now. */
  abstract beginAgain(projection: Projection): Promise<void>;
  /**
   * Compares the copy with what serves, both at one position, and stores the outcome. A copy of a newer shape is found
   * equal.
   *
   * @returns false if they are not at one position now
   */
  abstract compare(projection: Projection, signal: AbortSignal): Promise<boolean>;
  /**
   * Lets the copy take its place, if nobody is in its way now.
   *
   * @returns whether it did
   */
  abstract swap(projection: Projection): Promise<boolean>;
}
