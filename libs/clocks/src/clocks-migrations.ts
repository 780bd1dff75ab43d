import { CreateAccountClocks1796359200001 } from './account-clocks.migration.js';

/** Migrations for the tables of this library, in the schema that the role's search_path names. */
export const clocksMigrations = [CreateAccountClocks1796359200001] as const;
