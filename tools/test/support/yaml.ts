import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'yaml';

export const root = join(import.meta.dirname, '..', '..', '..');

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The one document of a file, its anchors merged in. */
export const yamlOf = (path: string): unknown => yaml.parse(textOf(path), { merge: true });

/** Every document of a text that is not empty. */
export const documentsOf = (text: string): unknown[] =>
  yaml.parseAllDocuments(text).flatMap((document) => {
    const content: unknown = document.toJSON();
    return content === null ? [] : [content];
  });
