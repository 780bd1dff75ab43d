import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * The blocks of a page that are marked as a language, in the order of the page.
 * @param page relative to the root of the tree
 * @param language empty for blocks without a mark
 */
export const blocksOf = (page: string, language: string): readonly string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].flatMap(([, marked, text = '']) =>
    marked === language ? [text] : [],
  );
