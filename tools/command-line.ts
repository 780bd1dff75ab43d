// Writes what the command line knows of the API from the OpenAPI document: npm run openapi
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nounTable, NOUNS_FILE } from './command-line/nouns.ts';
import { FIELDS_FILE, triggerFields } from './command-line/trigger-fields.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, NOUNS_FILE), await nounTable());
writeFileSync(join(root, FIELDS_FILE), await triggerFields());
