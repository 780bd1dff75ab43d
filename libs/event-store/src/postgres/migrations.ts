import { CreateEvents1795262400100 } from './create-events.migration.js';
import { CreateInstallation1795651200100 } from '../installation/create-installation.migration.js';
import { AddReached1796450200001 } from '../installation/add-reached.migration.js';
import { CreateSnapshots1795262400200 } from './create-snapshots.migration.js';

/**
 * The migrations of a service whose streams are stored elsewhere. They make tables for snapshots, and for the
 * installation that owns the streams.
 */
export const streamMigrations = [
  CreateSnapshots1795262400200,
  CreateInstallation1795651200100,
  AddReached1796450200001,
];

/** The migrations of a service whose streams are stored in its own schema. */
export const eventStoreMigrations = [CreateEvents1795262400100, ...streamMigrations];
