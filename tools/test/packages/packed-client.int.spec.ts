import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';

const root = join(import.meta.dirname, '..', '..', '..');

/** This Node, and one of each older line that this machine has in its path. */
const nodes = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .flatMap((node) => {
    const version: string | null = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
    return version ? [[version.trim(), node] as const] : [];
  });

/** Ways of resolving a package that attw leaves out for one of ES modules alone (its profile `esm-only`). */
const NOT_ESM: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

describe('what npm pack gives of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-client-'));
  const project = join(folder, 'fresh');
  const run = (cwd: string, command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  const isDone = (result: ReturnType<typeof run>): void => expect(result).toMatchObject({ status: 0 });

  beforeAll(() => {
    mkdirSync(project);
    isDone(run(join(root, 'libs', 'client'), 'npm', 'pack', '--pack-destination', folder));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    isDone(run(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed)));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has at most 100 kB, the licence, provenance when it is published, and no dependencies', () => {
    const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    expect(statSync(join(folder, packed)).size).toBeLessThan(100_000);
    const installed = join(project, 'node_modules', '@halyard', 'client');
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ license: 'Apache-2.0', publishConfig: { provenance: true } });
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });

  describe.each(nodes)('on Node %s', (_, node) => {
    it.each([
      ['module', `import { createClient } from '@halyard/client'; console.log(typeof createClient);`],
      ['commonjs', `console.log(typeof require('@halyard/client').createClient);`],
    ])('is used from a %s', (type, text) => {
      const result = run(project, node, '--no-warnings', `--input-type=${type}`, '--eval', text);
      expect(result).toEqual({ status: 0, stdout: 'function', stderr: '' });
    });
  });

  it.each([
    ['typescript-5/bin/tsc', 'nodenext', 'nodenext'],
    ['typescript/bin/tsc6', 'nodenext', 'nodenext'],
    ['typescript-7/bin/tsc', 'nodenext', 'nodenext'],
    ['typescript-7/bin/tsc', 'esnext', 'bundler'],
  ])('has types that %s takes in modules of %s found by %s, and that refuse what is wrong', (compiler, ...modules) => {
    copyFileSync(join(root, 'libs', 'client', 'test', 'types.fixture.ts'), join(project, 'used.ts'));
    const settings = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
    const [module, resolution] = modules;
    const target = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
    const tsc = join(root, 'node_modules', compiler);
    expect(run(project, process.execPath, tsc, ...settings, ...target, 'used.ts')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('is right as a package, as publint finds', async () => {
    const pkgDir = join(project, 'node_modules', '@halyard', 'client');
    expect((await publint({ pkgDir, pack: false, strict: true })).messages).toEqual([]);
  });

  it('has types that are found and right, as attw finds', async () => {
    const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const found = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, packed))));
    if (found.types === false) throw new Error('it has no types');
    const isMeant = (problem: object): boolean =>
      !('resolutionKind' in problem) || !NOT_ESM.has(String(problem.resolutionKind));
    expect(found.problems.filter(isMeant)).toEqual([]);
  });

  it('adds at most 6.1 kB to a page that creates a transfer', async () => {
    const contents = `
      import { createClient } from '@halyard/client';
      const client = createClient({ baseUrl: location.origin, token: () => fetchToken() });
      await client.post('/transfers', { body });`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(6_100);
  });
});
