import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const PAGES = ['README.md', 'docs/quick-start.md', 'docs/{how-to,runbooks,sandbox}/*.md'];
const BLOCK = /^ {0,3}```(?:bash|sh)\n((?:(?! {0,3}```$).*\n)*) {0,3}```$/gm;

/** A shell block in a page, named by its number in the page. */
interface ShellBlock {
  readonly name: string;
  readonly text: string;
}

/**
 * Every block that is marked as shell, also within a list, in the README, the quick start, a how-to, a runbook or a
 * sandbox recipe.
 */
export const shellBlocks = (): readonly ShellBlock[] =>
  globSync(PAGES, { cwd: root })
    .toSorted()
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, text = ''], index) => ({
        name: `${page} ${index + 1}`,
        text,
      })),
    );
