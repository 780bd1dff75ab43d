// Writes docs/redaction.json, what the log of requests shows of bodies and queries: npm run redaction
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './openapi/document.ts';
import { requestRules } from './redaction/document.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'redaction.json'), textOf({ ...requestRules() }));
