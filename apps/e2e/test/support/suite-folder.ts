import type { HalClient } from '@halyard/suite/client';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Makes a folder of the project as a start leaves it whose demo account is that of the client. */
export function suiteFolder({ connection }: HalClient): string {
  const made = mkdtempSync(join(tmpdir(), 'halyard-shell-'));
  mkdirSync(join(made, '.data', 'tls'), { recursive: true });
  writeFileSync(join(made, '.data', 'demo.json'), JSON.stringify(connection));
  copyFileSync(connection.caFile ?? '', join(made, '.data', 'tls', 'ca.pem'));
  // `npx --no halyard` is the command line of the folder of the project.
  symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'));
  return made;
}
