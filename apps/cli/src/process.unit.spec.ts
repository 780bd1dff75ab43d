import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const bin = join(import.meta.dirname, '..', 'bin', 'halyard.cjs');

describe('the process of a command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [bin, ...args], {
      env: { ...process.env, HOME: folder, FORCE_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });

  it('ends quietly when its reader goes away', async () => {
    const child = start('trigger', '--list');
    child.stdout.destroy();
    const exited = once(child, 'exit') as Promise<[number]>;
    const [said, [code]] = await Promise.all([text(child.stderr), exited]);
    expect([said, [0, 130].includes(code)]).toEqual(['', true]);
  });

  it('says its version without loading the program', async () => {
    const alone = join(folder, 'alone');
    await mkdir(join(alone, 'bin'), { recursive: true });
    await copyFile(bin, join(alone, 'bin', 'halyard.cjs'));
    await copyFile(join(import.meta.dirname, '..', 'package.json'), join(alone, 'package.json'));
    const child = spawn(process.execPath, [join(alone, 'bin', 'halyard.cjs'), '--version']);
    expect([await text(child.stdout), await text(child.stderr)]).toEqual(['0.2.0\n', '']);
  });

  it('writes no escape codes', async () => {
    expect(await text(start('--help').stdout)).toMatch(/^Usage: halyard[^\u001b]*$/);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('shows its arguments to no other user, as Linux tells them', async () => {
    const child = start('login', '--key', '--url', 'https://127.0.0.1:1', '--profile', 'hide-this');
    const told = (): Promise<string> => readFile(`/proc/${child.pid ?? 0}/cmdline`, 'utf8');
    await until('it has begun', async () => !(await told()).includes('--key'));
    expect(await told()).toMatch(/^halyard\0*$/);
    child.stdin.end();
    await once(child, 'exit');
  });

  it('ends while it reads an input that does not end', async () => {
    const child = start('login', '--key', '--url', 'https://127.0.0.1:1');
    // More than a pipe holds: once it is written, the command reads.
    await new Promise((written) => child.stdin.write(' '.repeat(1 << 20), written));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  onLinux('fails where its output has no room, and says nothing there where its messages have none', async () => {
    const full = await open('/dev/full', 'w');
    const ended = async (args: readonly string[], stdio: StdioOptions) => {
      const child = spawn(process.execPath, [bin, ...args], { stdio });
      const [said, [code]] = await Promise.all([
        child.stderr ? text(child.stderr) : '',
        once(child, 'exit') as Promise<[number]>,
      ]);
      return [code, said];
    };
    expect(await ended(['trigger', '--list'], ['ignore', full.fd, 'pipe'])).toEqual([
      1,
      expect.stringMatching(/^halyard: the output can't be written: ENOSPC.*\n$/),
    ]);
    expect(await ended(['nonsense'], ['ignore', 'ignore', full.fd])).toEqual([2, '']);
    await full.close();
  });
});
