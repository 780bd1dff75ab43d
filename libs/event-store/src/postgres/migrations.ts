import { CreateEvents1795262400100 } from './create-events.migration.js';
import { CreateInstallation1795651200100 } from '../installation/create-installation.migration.js';
import { CreateSnapshots1795262400200 } from './create-snapshots.migration.js';

/** For a service that keeps its streams elsewhere: their snapshots, and whose they are. */
export const streamMigrations = [CreateSnapshots1795262400200, CreateInstallation1795651200100];

/** For a service that keeps its streams in its schema too. */
export const eventStoreMigrations = [CreateEvents1795262400100, ...streamMigrations];
