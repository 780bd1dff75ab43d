import { backgroundMigrations } from '@halyard/background';
import { changesLifetimes, changesMigrations } from '@halyard/changes';
import { messagingMigrations } from '@halyard/messaging';
import { lifetimeMigrations, sealingMigrations } from '@halyard/persistence';
import type { MigrationInterface } from 'typeorm';

/**
 * For every service with a database. The names are unqualified: the role's search_path decides where tables are
 * created.
 */
export const commonMigrations: readonly (new () => MigrationInterface)[] = [
  ...sealingMigrations,
  ...changesMigrations,
  ...backgroundMigrations,
  ...messagingMigrations,
  ...lifetimeMigrations,
];

/** The lifetimes of rows in the common tables. */
export const commonLifetimes = changesLifetimes;
