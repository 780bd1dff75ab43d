// Writes docs/forms.json from the offers of routes and from DTO classes: npm run forms
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsDocument } from './forms/document.ts';
import { textOf } from './openapi/document.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'forms.json'), textOf(formsDocument()));
