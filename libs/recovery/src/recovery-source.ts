import type { Clock } from '@halyard/core';
import type { EventStore } from '@halyard/event-store';
import type { Logger } from '@halyard/observability';
import type { Sealer } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import type { TakenAway } from './taken-away.js';

/** A restore of an installation's data. Each begins an epoch. */
export interface Restore {
  /** A restore that was killed and is repeated keeps its id, its moment and its epoch. */
  readonly id: string;
  readonly at: Date;
  /** One more than every epoch that the restored data, the streams or the list know. Without a restore the epoch is zero. */
  readonly epoch: number;
}

/** A service's restored data, before the service serves. The service's schema is migrated. */
export interface RestoredData {
  readonly restore: Restore;
  /** Entries of the source's own kinds that the restored data has not been through, oldest first. */
  readonly entries: readonly TakenAway[];
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  /** Only for a service with streams. */
  readonly eventStore: EventStore | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** News for the list of what was taken away. */
export interface RecoveryNews {
  readonly entries: readonly TakenAway[];
  /** The next look begins here. Only the source knows its meaning. */
  readonly next: string;
}

/**
 * A service's part in what a restore must not bring back. Entries have ids, numbers and moments alone: no personal
 * data, no secret.
 */
export interface RecoverySource {
  /** The values of `what` in this service's entries. No other service has them. */
  readonly kinds: readonly string[];
  /**
   * Finds what was taken away since the last look. An entry may come again; none may be missed, even if its transaction
   * committed late. Most sources use `recordedSince`.
   *
   * @param after `next` of the last look; undefined for everything that is known
   */
  list(dataSource: DataSource, after: string | undefined): Promise<RecoveryNews>;
  /**
   * Applies the list, and does whatever else the service does after a restore, before it serves. It may be killed and
   * repeated, and then does no harm.
   *
   * @returns what it did, in lines for people, without personal data
   */
  apply(restored: RestoredData): Promise<readonly string[]>;
}
