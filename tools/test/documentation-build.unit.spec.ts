import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { root, textOf } from './support/yaml.ts';

const { scripts } = createRequire(import.meta.url)(join(root, 'package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const IMPORT = /\bfrom '(?<from>@halyard\/[\w/-]+|\.[^']*\.ts)'/g;

/** The workspaces that a program imports, also by other files of tools/. */
function workspacesOf(program: string): ReadonlySet<string> {
  const [files, names] = [new Set([join(root, program)]), new Set<string>()];
  for (const file of files) {
    for (const { groups } of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const from = groups?.['from'] ?? '';
      if (from.startsWith('.')) files.add(join(dirname(file), from));
      else names.add(from.split('/', 2).join('/'));
    }
  }
  return names;
}

/** The workspaces that a script builds beforehand: those it names, and what they refer to. */
function builtBy(script: string): ReadonlySet<string> {
  const named = script.split(' ').filter((word) => word.endsWith('/tsconfig.lib.json'));
  const projects = new Set(named.map((project) => join(root, project)));
  for (const project of projects) {
    const text = textOf(relative(root, project));
    for (const [, path = ''] of text.matchAll(/"path": "([^"]+)"/g)) projects.add(join(dirname(project), path));
  }
  const manifests = [...projects].map((project) => join(dirname(project), 'package.json')).filter(existsSync);
  return new Set(manifests.map((file) => /"name": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''));
}

it('npm run docs builds first what it imports, so that it works as the first command', () => {
  const wanted = workspacesOf('tools/docs.ts');
  expect(wanted).toContain('@halyard/cli');
  expect([...wanted].filter((name) => !builtBy(scripts['predocs'] ?? '').has(name))).toEqual([]);
});
