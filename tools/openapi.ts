// Writes docs/openapi.json from routes, answers, resources and DTO classes: npm run openapi
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument, textOf } from './openapi/document.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'openapi.json'), textOf(openApiDocument()));
