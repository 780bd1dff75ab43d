// Writes the tables and pictures of docs/money.md that are generated from the code: npm run money
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './money/document.ts';

const page = join(import.meta.dirname, '..', 'docs', 'money.md');
writeFileSync(page, await withTables(readFileSync(page, 'utf8')));
