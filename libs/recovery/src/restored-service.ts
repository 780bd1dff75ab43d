import type { StoringService } from '@halyard/contracts';
import type { RecoverySource, RestoredData } from './recovery-source.js';

/** A service's data once it is back, opened and migrated. */
export interface RestoredService {
  readonly name: StoringService;
  /** Absent if the service does nothing after a restore but to know of its epoch. */
  readonly source: RecoverySource | undefined;
  readonly data: Omit<RestoredData, 'restore' | 'entries'>;
}
