import { CreateEvents1795262400100 } from './create-events.migration.js';
import { CreateSnapshots1795262400200 } from './create-snapshots.migration.js';

/** For a service that keeps its streams elsewhere, and their snapshots in its schema. */
export const snapshotMigrations = [CreateSnapshots1795262400200];

/** For a service that keeps its streams in its schema too. */
export const eventStoreMigrations = [CreateEvents1795262400100, ...snapshotMigrations];
