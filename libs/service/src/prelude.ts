import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readSourceMapsLate } from './source-maps.js';

/**
 * To be imported before anything else. What V8 made of the modules is kept from one start to the next, in a folder that
 * may be lost, or not be writable.
 */
readSourceMapsLate();
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'halyard-modules'));
