import { backgroundMigrations } from '@halyard/background';
import { clocksMigrations } from '@halyard/clocks';
import { changesLifetimes, changesMigrations } from '@halyard/changes';
import { messagingMigrations } from '@halyard/messaging';
import { lifetimeMigrations, sealingMigrations } from '@halyard/persistence';
import { recoveryMigrations } from '@halyard/recovery';
import type { MigrationInterface } from 'typeorm';

/**
 * The migrations of tables that every service with a database has. They name tables without a schema: the role's
 * search_path decides where these are created.
 */
export const commonMigrations: readonly (new () => MigrationInterface)[] = [
  ...sealingMigrations,
  ...changesMigrations,
  ...backgroundMigrations,
  ...clocksMigrations,
  ...messagingMigrations,
  ...lifetimeMigrations,
  ...recoveryMigrations,
];

/** The lifetimes of rows in the common tables. */
export const commonLifetimes = changesLifetimes;
