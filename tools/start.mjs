// Runs the whole suite in one process, on the embedded default.
import '../libs/service/dist/prelude.js';
import { join } from 'node:path';
import { bundles } from '../libs/service/dist/bundles.js';

await import(bundles.quickest(join(import.meta.dirname, '..', 'apps/suite/dist/main.js')));
