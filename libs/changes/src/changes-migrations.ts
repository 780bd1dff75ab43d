import type { TableLifetime } from '@halyard/persistence';
import { CreateHistory1763712000000 } from './history/history.migration.js';
import { FindHistoryOfAccounts1796083200002 } from './history/history-of-accounts.migration.js';
import {
  CreateOperationRecords1763712000002,
  operationsLifetime,
} from './idempotency/idempotency-records.migration.js';

import { RecordUsesOfKeys1795737600301 } from './idempotency/key-uses.migration.js';

export const changesLifetimes: readonly TableLifetime[] = [operationsLifetime];

/**
 * The migrations of this library's tables. They name tables without a schema: the role's search_path decides where
 * these are made.
 */
export const changesMigrations = [
  CreateHistory1763712000000,
  CreateOperationRecords1763712000002,
  RecordUsesOfKeys1795737600301,
  FindHistoryOfAccounts1796083200002,
] as const;
