import type { TableLifetime } from '@halyard/persistence';
import { CreateHistory1763712000000 } from './history/history.migration.js';
import {
  CreateOperationRecords1763712000002,
  operationsLifetime,
} from './idempotency/idempotency-records.migration.js';

import { RecordUsesOfKeys1795737600301 } from './idempotency/key-uses.migration.js';

/** The tables whose rows have a lifetime. */
export const changesLifetimes: readonly TableLifetime[] = [operationsLifetime];

/** Tables of every service's schema, unqualified: they are made where the role's search_path points. */
export const changesMigrations = [
  CreateHistory1763712000000,
  CreateOperationRecords1763712000002,
  RecordUsesOfKeys1795737600301,
] as const;
