import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createLogger } from './logger.js';
import { openLogOutput } from './log-output.js';

/** What the output writes with: jest gives specs a copy of their own. */
const fs = createRequire(import.meta.url)('node:fs') as typeof import('node:fs');

describe('the output of log lines', () => {
  let folder: string;
  let file: string;
  const write = fs.writeSync;
  const noRoom = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const messages = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly msg: string; readonly lines?: number });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-log-'));
    file = join(folder, 'log');
  });
  afterEach(() => {
    fs.writeSync = write;
    rmSync(folder, { recursive: true });
  });

  it('keeps what a full disk refuses, and writes it in order once there is room', () => {
    const logger = createLogger({ service: 'test', destination: openLogOutput(fs.openSync(file, 'a')) });
    logger.info('before');
    fs.writeSync = noRoom;
    logger.error('why');
    logger.error('again');
    fs.writeSync = write;
    logger.info('after');
    expect(messages().map(({ msg }) => msg)).toEqual(['before', 'why', 'again', 'after']);
  });

  it('keeps so many lines, and says how many were lost', async () => {
    const logger = createLogger({ service: 'test', destination: openLogOutput(fs.openSync(file, 'a')) });
    fs.writeSync = noRoom;
    for (let count = 0; count < 3_000; count += 1) logger.error(`why ${'x'.repeat(1_000)}`);
    fs.writeSync = write;
    for (let count = 0; count < 3; count += 1) {
      logger.info(`after ${'x'.repeat(1_000)}`);
      await setImmediate();
    }
    const all = messages();
    const kept = all.filter(({ msg }) => !msg.startsWith('log lines')).length;
    const lost = all.find(({ msg }) => msg === 'log lines were lost')?.lines ?? 0;
    expect(kept).toBeGreaterThan(500);
    expect(kept).toBeLessThan(1_100);
    expect(kept + lost).toBe(3_003);
    expect(all.at(-1)?.msg).toMatch(/^after/);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('ends no process whose standard output is on a full disk', () => {
    const program = `
      import { createLogger } from '${new URL('../dist/index.js', import.meta.url).href}';
      const logger = createLogger({ service: 'test' });
      logger.info('lost');
      setImmediate(() => { logger.info('lost'); process.exitCode = 7; });`;
    const full = fs.openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    fs.closeSync(full);
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
  });
});
