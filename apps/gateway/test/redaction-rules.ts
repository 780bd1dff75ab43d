import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestRules } from '@halyard/contracts/redaction';

const file = join(import.meta.dirname, '..', 'dist', 'redaction.json');

export const redactionRules = (): RequestRules => JSON.parse(readFileSync(file, 'utf8')) as RequestRules;
