import { CreateEvents1795262400100 } from './create-events.migration.js';
import { CreateSnapshots1795262400200 } from './create-snapshots.migration.js';

/** Run by the service whose schema holds its streams, before it serves. */
export const eventStoreMigrations = [CreateEvents1795262400100, CreateSnapshots1795262400200];
