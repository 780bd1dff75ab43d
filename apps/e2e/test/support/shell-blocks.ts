import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const PAGES = ['README.md', 'docs/how-to/*.md', 'docs/runbooks/*.md'];
const BLOCK = /^```(?:bash|sh)\n([^`]*)^```$/gm;

/** A block of shell in a page, by its number in the page. */
interface ShellBlock {
  readonly name: string;
  readonly text: string;
}

/** Every block of shell that people copy out of the README, a how-to or a runbook. */
export const shellBlocks = (): readonly ShellBlock[] =>
  globSync(PAGES, { cwd: root })
    .toSorted()
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, text = ''], index) => ({
        name: `${page} ${index + 1}`,
        text,
      })),
    );
