import { backgroundMigrations } from '@halyard/background';
import { changesLifetimes, changesMigrations } from '@halyard/changes';
import { messagingMigrations } from '@halyard/messaging';
import { lifetimeMigrations, sealingMigrations } from '@halyard/persistence';
import type { MigrationInterface } from 'typeorm';

/** Tables that every service with a database has, unqualified: they are made where the role's search_path points. */
export const commonMigrations: readonly (new () => MigrationInterface)[] = [
  ...sealingMigrations,
  ...changesMigrations,
  ...backgroundMigrations,
  ...messagingMigrations,
  ...lifetimeMigrations,
];

/** Those of them whose rows have a lifetime. */
export const commonLifetimes = changesLifetimes;
