// Writes the kinds of resources that the command line names from the OpenAPI document: npm run openapi
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nounTable, NOUNS_FILE } from './command-line/nouns.ts';

writeFileSync(join(import.meta.dirname, '..', NOUNS_FILE), await nounTable());
