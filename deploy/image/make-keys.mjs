// Makes the installation's keys in DATA_DIR/keys where there are none yet, before several processes want them at once:
// of two that start on an empty folder, the slower one takes a half-filled folder for one that lost its master key.
import { join } from 'node:path';
import { loadKeys } from '@halyard/persistence';

try {
  loadKeys({ dir: join(process.env.DATA_DIR ?? '/data', 'keys'), env: process.env });
} catch (error) {
  console.error(`halyard: ${error.message}`);
  process.exit(1);
}
