import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, textOf } from './support/yaml.ts';

const filesIn = (folder: string): string[] =>
  globSync(`${folder}/**`, { cwd: root, exclude: (path) => /(?:^|\/)(?:dist|node_modules)$/.test(path) });

const folders = ['apps', 'deploy', 'docs', 'libs', 'tools'];
const files = folders.flatMap(filesIn);
const rooted = new RegExp(`^(?:${folders.join('|')})/`);
const pages = ['README.md', 'CONTRIBUTING.md', ...files.filter((file) => /^docs\/.*\.md$/.test(file))];

/** Paths in backticks: those that begin at the root, and source files by the end of their path. */
const namedIn = (page: string): string[] =>
  [...textOf(page).matchAll(/`([\w@./-]+)`/g)]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => rooted.test(path) || path.endsWith('.ts'));

const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) => join(dirname(page), target));

const isThere = (path: string): boolean => files.some((file) => file === path || file.endsWith(`/${path}`));

describe.each(pages)('%s', (page) => {
  it('names files that exist', () => {
    expect(namedIn(page).filter((path) => !isThere(path))).toEqual([]);
    expect(linksOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
