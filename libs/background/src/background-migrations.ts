import { CreateBackgroundWork1763712000003 } from './due-work/background-work.migration.js';
import { ForgetHousekeeping1795737600001 } from './due-work/forget-housekeeping.migration.js';

/** Table names are unqualified, so that the role's search_path decides in which service's schema they are made. */
export const backgroundMigrations = [CreateBackgroundWork1763712000003, ForgetHousekeeping1795737600001] as const;
