import { CreateEvents1795262400100 } from './create-events.migration.js';
import { CreateInstallation1795651200100 } from '../installation/create-installation.migration.js';
import { CreateSnapshots1795262400200 } from './create-snapshots.migration.js';

/** For a service that keeps its streams elsewhere: snapshots, and the installation that owns the streams. */
export const streamMigrations = [CreateSnapshots1795262400200, CreateInstallation1795651200100];

/** For a service that also keeps its streams in its schema. */
export const eventStoreMigrations = [CreateEvents1795262400100, ...streamMigrations];
