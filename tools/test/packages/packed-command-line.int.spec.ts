import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const cli = join(root, 'apps', 'cli');

const enginesOf = (folder: string): string => {
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  return engines.node;
};

const needed = enginesOf(root);
const [major = ''] = /\d+/.exec(needed) ?? [];

/** A Node of the oldest line that is supported, if this machine has one. */
const oldest = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${major}.`));

describe('what npm pack gives of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-packed-'));
  const installed = join(folder, 'empty');
  const npm = (cwd: string, ...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  };
  const halyard = (node: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(node, [...args], {
      cwd: installed,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  const bin = join('node_modules', '@halyard', 'cli', 'bin', 'halyard.cjs');

  beforeAll(() => {
    mkdirSync(installed);
    // Without it npm takes the nearest folder above that has one.
    writeFileSync(join(installed, 'package.json'), '{}');
    npm(cli, 'pack', '--pack-destination', folder);
    npm(installed, 'install', '--offline', '--no-audit', '--no-fund', join(folder, 'halyard-cli-0.2.0.tgz'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each([
    ['this Node', process.execPath],
    [`Node ${major}${oldest === undefined ? ', which this machine lacks' : ''}`, oldest],
  ])('on %s', (_, node) => {
    const where = node === undefined ? it.skip : it;

    where('needs nothing else', () => {
      expect(halyard(node ?? '', bin, '--version')).toEqual({ status: 0, stdout: '0.2.0', stderr: '' });
      const help = halyard(node ?? '', bin, '--help');
      expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('listen'), stderr: '' });
    });

    where('gets as far as a suite that is away', () => {
      writeFileSync(
        join(installed, 'away.json'),
        JSON.stringify({ baseUrl: 'https://127.0.0.1:1', accountId: 'a', key: 'k', secret: 'hide-this' }),
      );
      const away = ['--connection', 'away.json', '--timeout', '1s'];
      const trigger = halyard(node ?? '', bin, 'trigger', 'customer_created', ...away);
      expect(trigger).toEqual({
        status: 5,
        stdout: '',
        // On a busy machine the second is over before it is told that nobody listens.
        stderr: expect.stringMatching(/^halyard: https:\/\/127\.0\.0\.1:1 (?:can't be reached|gave no answer).*$/),
      });
      const listen = halyard(node ?? '', bin, 'listen', '--count', '1');
      expect(listen).toEqual({ status: 4, stdout: '', stderr: expect.stringContaining('Log in (halyard login)') });
    });
  });

  it.each([
    ['--version', false],
    ['whoami --connection away.json --timeout 1s', true],
  ])('loads an HTTP client for %s only where it has a request to send', (line, isLoaded) => {
    const watch = join(folder, 'watch.cjs');
    writeFileSync(
      watch,
      `process.on('exit', () => console.error(process.moduleLoadList.includes('NativeModule https') ? 'LOADED' : ''));`,
    );
    const { stderr } = halyard(process.execPath, '-r', watch, bin, ...line.split(' '));
    expect(stderr.includes('LOADED')).toBe(isLoaded);
  });

  it.each(['v12.22.12', 'v18.20.8', 'v20.18.3'])('tells %s in one sentence what it needs', (version) => {
    const as = join(folder, 'as-node.cjs');
    writeFileSync(as, `Object.defineProperty(process, 'version', { value: '${version}' });`);
    expect(halyard(process.execPath, '-r', as, bin, '--version')).toEqual({
      status: 1,
      stdout: '',
      stderr: `halyard: needs Node ${needed.slice(2)} or newer, found ${version}.`,
    });
  });

  it('starts with a file that old Nodes can read', () => {
    const text = readFileSync(join(cli, 'bin', 'halyard.cjs'), 'utf8');
    const faults = new Linter().verify(text.replace(/^#!.*/, ''), {
      languageOptions: { ecmaVersion: 2020, sourceType: 'commonjs' },
    });
    expect(faults).toEqual([]);
    expect(text).not.toMatch(/require\('node:|=>|\b(?:const|let)\b/);
  });

  it('needs the Node that the suite needs', () => {
    expect(enginesOf(cli)).toBe(needed);
  });
});
