// Writes docs/settings.md and docs/topics.md from the classes of settings and the list of topics: npm run reference
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './reference/pages.ts';

for (const [path, page] of Object.entries(await referencePages())) {
  writeFileSync(join(import.meta.dirname, '..', path), page);
}
