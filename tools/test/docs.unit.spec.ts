import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, textOf } from './support/yaml.ts';

/** Pages about the current tree. Decisions describe the tree of their time. */
const pages = globSync(['*.md', 'docs/*.md', 'docs/{how-to,runbooks}/*.md'], { cwd: root });
const sources = globSync('{apps,libs,tools,deploy,docs}/**/*.{ts,mjs,tpl}', {
  cwd: root,
  exclude: (path) => path.endsWith('dist'),
});

const found = (page: string, pattern: RegExp): string[] => [...textOf(page).matchAll(pattern)].map(([, it = '']) => it);

describe.each(pages)('%s', (page) => {
  it('names files that there are', () => {
    const named = found(page, /`([\w./-]+\.ts|[\w./-]+\/[\w.-]+\.(?:mjs|tpl))`/g);
    expect(named.filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it('leads to pages that there are', () => {
    const links = found(page, /\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});

it('reads them', () => expect([pages.length > 20, sources.length > 1_000]).toEqual([true, true]));
