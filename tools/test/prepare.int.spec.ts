import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const PREPARE = 'tools/prepare.cjs';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

describe('the first script of a clone', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'halyard-clone-'));
    mkdirSync(join(clone, 'tools'));
    for (const file of ['package.json', 'package-lock.json', PREPARE])
      copyFileSync(join(root, file), join(clone, file));
    writeFileSync(join(clone, 'npm'), '#!/bin/sh\ntouch installed\nexit 1\n', { mode: 0o755 });
  });
  beforeEach(() => chmodSync(clone, 0o755));
  afterAll(() => rmSync(clone, { recursive: true }));

  const needed = process.platform === 'linux' && process.arch === 'x64' ? engines.node.slice(2) : '24.11';
  /** Runs it on a machine where `npm` leaves a file behind, and fails. */
  const prepare = (node: string, { uid }: { readonly uid?: number } = {}) => {
    writeFileSync(join(clone, 'as-node.cjs'), `Object.defineProperty(process, 'version', { value: '${node}' });`);
    const { stderr, status } = spawnSync(process.execPath, ['-r', join(clone, 'as-node.cjs'), join(clone, PREPARE)], {
      encoding: 'utf8',
      env: { PATH: `${clone}:/usr/bin:/bin` },
      ...(uid !== undefined && { uid, gid: uid }),
    });
    return { status, said: stderr.trim(), hasInstalled: existsSync(join(clone, 'installed')) };
  };

  it('comes before every script that needs what is installed', () => {
    const before = Object.entries(scripts).filter(([name]) => name.startsWith('pre') && name.slice(3) in scripts);
    expect(before.length).toBeGreaterThan(10);
    for (const [, command] of before) expect(command).toMatch(/^node tools\/prepare\.cjs(?: |$)/);
  });

  it('installs the tools of developers before each script of theirs', () => {
    const tests = ['test', 'test:quick', 'test:distributed', 'test:packages', 'test:upgrade', 'test:long'];
    const ofDevelopers = [...tests, 'dev', 'lint', 'format', 'bench', 'openapi'];
    for (const name of ofDevelopers) expect(scripts[`pre${name}`]).toMatch(/^node tools\/prepare\.cjs(?! --run)/);
    expect(scripts['build']).toBe('node tools/prepare.cjs');
  });

  it('is read by Node 12', () => {
    const text = readFileSync(join(root, PREPARE), 'utf8');
    const faults = (code: string) =>
      new Linter().verify(code, { languageOptions: { ecmaVersion: 2019, sourceType: 'commonjs' } });
    expect(faults(text)).toEqual([]);
    expect(faults('process?.exit()')).not.toEqual([]);
    expect(text).not.toMatch(/require\('node:/);
  });

  it.each(['v12.22.12', 'v18.20.8', 'v20.18.0'])('refuses %s before it installs', (version) => {
    expect(prepare(version)).toEqual({
      status: 1,
      said: expect.stringContaining(`halyard: needs Node ${needed} or newer`),
      hasInstalled: false,
    });
  });

  it('says whose the clone is when this user may not install there', () => {
    if (!isRoot) chmodSync(clone, 0o555);
    expect(prepare('v24.11.0', isRoot ? { uid: NOBODY } : {})).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^halyard: packages are missing, and this user may not write to .* which belongs to user \d+: [^\n]*$/,
      ),
      hasInstalled: false,
    });
  });

  it('installs otherwise, and says when that failed', () => {
    expect(prepare(`v${needed}.0`)).toEqual({
      status: 1,
      said: 'halyard: npm install failed; the lines above say why.',
      hasInstalled: true,
    });
    rmSync(join(clone, 'installed'));
  });
});
