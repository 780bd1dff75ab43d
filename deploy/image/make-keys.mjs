// Makes the installation's keys in DATA_DIR/keys where there are none yet, before several processes want them at once:
// of two that start on an empty folder, the slower one takes a half-filled folder for one that lost its master key.
// Prints what the services know each other by: the value of SERVICE_IDENTITIES.
import { join } from 'node:path';
import { keptIdentities, loadKeys } from '@halyard/persistence';

try {
  const dir = join(process.env.DATA_DIR ?? '/data', 'keys');
  loadKeys({ dir, env: process.env });
  console.log(keptIdentities(dir).join('\n'));
} catch (error) {
  console.error(`halyard: ${error.message}`);
  process.exit(1);
}
