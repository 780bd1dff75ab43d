import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';

/**
 * To be imported before anything else. Stacks name our sources; the maps of others would be read at every start. What V8
 * made of the modules is kept from one start to the next, in a folder that may be lost, or not be writable.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'halyard-modules'));
