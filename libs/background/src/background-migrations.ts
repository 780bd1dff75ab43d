import { CreateBackgroundWork1763712000003 } from './due-work/background-work.migration.js';
import { FindDueWorkOfAccounts1796359200000 } from './due-work/find-due-work-of-accounts.migration.js';
import { FindFailingDueWork1796500000150 } from './due-work/find-failing-due-work.migration.js';
import { ForgetHousekeeping1795737600001 } from './due-work/forget-housekeeping.migration.js';

/**
 * Migrations for the tables of this library. They name tables without a schema: the role's search_path decides where
 * these are made.
 */
export const backgroundMigrations = [
  CreateBackgroundWork1763712000003,
  ForgetHousekeeping1795737600001,
  FindDueWorkOfAccounts1796359200000,
  FindFailingDueWork1796500000150,
] as const;
