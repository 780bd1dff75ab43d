import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormField } from '@halyard/contracts';

/** One of the forms of a write. The usual one has no name. */
export interface WriteForm {
  readonly name: string;
  readonly fields: readonly FormField[];
}

/** The build writes it from the rules of the routes' bodies (tools/derived.ts). */
const file = join(import.meta.dirname, '..', '..', 'dist', 'forms.json');

/** Read at the first request for forms. */
let known: Readonly<Record<string, readonly WriteForm[]>> | undefined;

export function formsOfWrite(name: string): readonly WriteForm[] {
  known ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, readonly WriteForm[]>>;
  return known[name] ?? [];
}
