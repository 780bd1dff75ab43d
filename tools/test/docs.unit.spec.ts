import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root, textOf } from './support/yaml.ts';

const FOLDERS = 'apps,deploy,docs,libs,tools';
const rooted = new RegExp(`^(?:${FOLDERS.replaceAll(',', '|')})/`);
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const files = globSync(`{${FOLDERS}}/**`, { cwd: root, exclude: (path) => /(?:^|\/)dist$/.test(path) });

const found = (page: string, pattern: RegExp): string[] => [...textOf(page).matchAll(pattern)].map(([, it = '']) => it);

describe.each(pages)('%s', (page) => {
  it('names files and folders that there are', () => {
    const named = found(page, /`([\w@./-]+?)\/?`/g).filter((path) => rooted.test(path) || path.endsWith('.ts'));
    expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });

  it('leads to pages that there are', () => {
    const links = found(page, /\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});

it('reads them', () => expect([pages.length > 80, files.length > 1_000]).toEqual([true, true]));

it('lists every decision once, under its title', () => {
  const decisions = pages.filter((page) => /\/adr\/\d{4}-/.test(page));
  const titled = decisions.map((page) => `[${found(page, /^# (.+)$/gm)[0]}](${basename(page)})`);
  expect(found('docs/adr/README.md', /(\[[^[\]]+\]\(\d{4}-[^)]+\)):/g).sort()).toEqual(titled.sort());
});
