// Writes docs/asyncapi.json from the events of libs/contracts: npm run asyncapi
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument, textOf } from './asyncapi/document.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'asyncapi.json'), textOf(asyncApiDocument()));
