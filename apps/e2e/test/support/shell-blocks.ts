import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const PAGES = ['README.md', 'docs/quick-start.md', 'docs/{how-to,runbooks,sandbox}/*.md'];
const BLOCK = /^ {0,3}```(?:bash|sh)\n((?:(?! {0,3}```$).*\n)*) {0,3}```$/gm;

/** A block of shell in a page, by its number in the page. */
interface ShellBlock {
  readonly name: string;
  readonly text: string;
}

/** Every block that the README, the quick start, a how-to, a runbook or a recipe of the sandbox marks as shell, also within a list. */
export const shellBlocks = (): readonly ShellBlock[] =>
  globSync(PAGES, { cwd: root })
    .toSorted()
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, text = ''], index) => ({
        name: `${page} ${index + 1}`,
        text,
      })),
    );
