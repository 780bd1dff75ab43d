import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const root = join(import.meta.dirname, '..', '..', '..');

/** Reads all files of a package again and again, as a program does that loads its code when it needs it. */
const READER = `
  const { readdirSync, readFileSync } = require('node:fs');
  const folder = process.argv[1] + '/';
  const files = readdirSync(folder);
  const turn = () => { for (const file of files) readFileSync(folder + file); setImmediate(turn); };
  turn();
  console.log('reads ' + files.length);`;

/** An npm that runs until it is told to end. */
const HELD_NPM =
  '#!/bin/sh\necho $$ >> began\nwhile [ ! -e go ]; do sleep 0.05; done\nmkdir -p node_modules/typescript-7/bin\ntouch node_modules/typescript-7/bin/tsc\n';

describe('the install of a clone', () => {
  let clone: string;
  const children: ChildProcess[] = [];

  const write = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text, { mode });
  };
  const has = (file: string): boolean => existsSync(join(clone, file));
  const npm = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  };
  /** A package that npm installs without a registry. */
  const pack = (name: string, files: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify({ name, version: '1.0.0' }), ...files }))
      write(`${name}/package/${file}`, text);
    spawnSync('tar', ['-czf', `${name}.tgz`, '-C', name, 'package'], { cwd: clone });
  };
  const prepare = (...args: readonly string[]): ChildProcessByStdio<null, Readable, null> => {
    const child = spawn(process.execPath, ['tools/prepare.cjs', ...args], {
      cwd: clone,
      env: {
        ...process.env,
        PATH: `${clone}/bin:${process.env['PATH']}`,
        NODE_OPTIONS: '',
        npm_config_offline: 'true',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const prepared = async (...args: readonly string[]): Promise<void> => {
    const child = prepare(...args);
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
  };
  /** Reads on until a line says this. */
  const line = async (child: ChildProcessByStdio<null, Readable, null>, wanted: RegExp): Promise<string> => {
    for await (const text of createInterface({ input: child.stdout })) if (wanted.test(text)) return text;
    throw new Error(`it ended, and never said ${wanted}`);
  };
  const inodes = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      globSync('node_modules/{served,typescript-7}/**', { cwd: clone }).map((file) => [
        file,
        statSync(join(clone, file)).ino,
      ]),
    );
  const lastBuild = (): string => readFileSync(join(clone, 'built'), 'utf8');

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'halyard-install-'));
    for (const folder of ['apps', 'libs', 'tools']) mkdirSync(join(clone, folder));
    copyFileSync(join(root, 'tools', 'prepare.cjs'), join(clone, 'tools', 'prepare.cjs'));
    write('tools/derived.ts', '');
    pack('served', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}.js`, `export default ${at};`])));
    pack('checker', { 'index.js': 'export {};' });
    pack('typescript-7', {
      'bin/tsc': "require('node:fs').writeFileSync('built', process.argv.slice(2).join(' '));",
    });
    write(
      'package.json',
      JSON.stringify({
        name: 'clone',
        engines: { node: '>=20.19' },
        dependencies: { served: 'file:served.tgz', 'typescript-7': 'file:typescript-7.tgz' },
        devDependencies: { checker: 'file:checker.tgz' },
      }),
    );
    npm('install', '--package-lock-only');
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(clone, { recursive: true });
  });

  it('is for users without the tools of developers, and without a check of types', async () => {
    await prepared('--run', 'apps/suite');
    expect([has('node_modules/served'), has('node_modules/checker')]).toEqual([true, false]);
    expect(lastBuild()).toBe('-b --noCheck apps/suite');
  });

  it('adds the tools beside a program that runs, and touches nothing that is there', async () => {
    await prepared('--run');
    const program = spawn(process.execPath, ['-e', READER, join(clone, 'node_modules', 'served')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(program);
    await line(program, /^reads 51$/);
    const [before, lock] = [inodes(), readFileSync(join(clone, 'package-lock.json'), 'utf8')];
    await prepared();
    expect(program.exitCode).toBeNull();
    expect(inodes()).toEqual(before);
    expect(has('node_modules/checker/index.js')).toBe(true);
    expect(readFileSync(join(clone, 'package-lock.json'), 'utf8')).toBe(lock);
    expect(lastBuild()).toBe('-b');
  });

  it('keeps the tools where they are when a start installs what is missing', async () => {
    await prepared();
    pack('added', { 'index.js': '' });
    npm('install', '--package-lock-only', 'file:added.tgz');
    await prepared('--run');
    expect([has('node_modules/added'), has('node_modules/checker')]).toEqual([true, true]);
  });

  it('installs again what an interrupted install has half written', async () => {
    await prepared('--run');
    write('node_modules/checker/package.json', JSON.stringify({ name: 'checker', version: '1.0.0' }));
    await prepared();
    expect(has('node_modules/checker/index.js')).toBe(true);
  });

  it('says every two seconds how far it is', async () => {
    write('bin/npm', HELD_NPM, 0o755);
    const child = prepare('--run');
    expect(await line(child, /installing/)).toMatch(/^halyard: installing packages, 0 of 2 \(2 s\)$/);
    write('go', '');
    await once(child, 'exit');
  });

  it('waits for another that installs, also when only npm is left of it', async () => {
    write('bin/npm', HELD_NPM, 0o755);
    const first = prepare('--run');
    await line(first, /installing/);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = prepare();
    const npmOfFirst = readFileSync(join(clone, 'began'), 'utf8').trim();
    expect(await line(second, /waits/)).toContain(`waits for process ${npmOfFirst}, which installs packages here`);
    expect(readFileSync(join(clone, 'began'), 'utf8').trim()).toBe(npmOfFirst);
    write('go', '');
    await once(second, 'exit');
    expect(readFileSync(join(clone, 'began'), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(globSync('.installing*', { cwd: clone })).toEqual([]);
  });
});
