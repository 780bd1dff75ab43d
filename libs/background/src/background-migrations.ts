import { CreateBackgroundWork1763712000003 } from './due-work/background-work.migration.js';
import { ForgetHousekeeping1795737600001 } from './due-work/forget-housekeeping.migration.js';

/** Tables of every service's schema, unqualified: they are made where the role's search_path points. */
export const backgroundMigrations = [CreateBackgroundWork1763712000003, ForgetHousekeeping1795737600001] as const;
