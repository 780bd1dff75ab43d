import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@halyard/local-servers/running-process';
import { waitFor } from '@halyard/testing/waiting';
import { StartFailure } from '../start-failure.js';
import { ManagedProcess } from './managed-process.js';

const program = join(import.meta.dirname, '..', '..', 'test', 'managed-program.mjs');

const childCount = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

class Stage {
  readonly lines: string[] = [];
  readonly pids: number[] = [];
  readonly losses: string[] = [];
  /** How many processes were started in the same turn of the event loop as each loss. */
  readonly begunAtOnce: number[] = [];
  readonly process: ManagedProcess;

  constructor(env = {}) {
    this.process = new ManagedProcess({
      name: 'transfers.1',
      program,
      nextEnv: () => ({ PATH: process.env['PATH'], ...env }),
      onLine: (line) => this.lines.push(line),
      onReady: (_, pid) => this.pids.push(pid),
      onLoss: (how) => {
        this.losses.push(how);
        const left = childCount();
        setImmediate(() => this.begunAtOnce.push(childCount() - left));
      },
    });
  }

  isAlive(index: number): boolean {
    return isAlive(this.pids[index] ?? 0);
  }
}

describe('a managed process', () => {
  const stages: Stage[] = [];
  const stage = (env = {}): Stage => {
    const made = new Stage(env);
    stages.push(made);
    return made;
  };
  afterEach(() => Promise.all(stages.splice(0).map((one) => one.process.stop())));

  it('serves once it says so, and hands on its lines', async () => {
    const { process: managed, pids, lines } = stage();
    await managed.start();
    expect(pids).toHaveLength(1);
    await waitFor('its line', () => lines.includes(`began ${pids[0]}`));
  });

  it('is told of when it has something for its user to mend', async () => {
    const { process: managed, lines } = stage({ MODE: 'refuses' });
    const error: unknown = await managed.start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartFailure);
    expect(String(error)).toContain(`transfers.1: ${lines[0]?.replace('halyard: ', '')}`);
    expect(lines).toHaveLength(1);
  });

  it('is started again when what it needs is not there yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-managed-'));
    const { process: managed, pids, lines } = stage({ MODE: 'waits', FILE: join(folder, 'there') });
    await managed.start();
    rmSync(folder, { recursive: true });
    expect(pids).toHaveLength(1);
    await waitFor('both its lines', () => lines.length === 2);
  });

  it('is not started again once it was stopped meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-managed-'));
    const { process: managed, lines, pids } = stage({ MODE: 'waits', FILE: join(folder, 'there') });
    const starting = managed.start().catch((error: unknown) => error);
    await waitFor('its line', () => lines.length > 0);
    await managed.stop();
    expect(await starting).toBeInstanceOf(StartFailure);
    rmSync(folder, { recursive: true });
    expect(pids).toEqual([]);
  });

  it('is started again when it is killed, at once and each time', async () => {
    const { process: managed, pids, losses, begunAtOnce } = stage();
    await managed.start();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await waitFor('another process', () => pids.length === 2);
    process.kill(pids[1] ?? 0, 'SIGKILL');
    await waitFor('a third one', () => pids.length === 3);
    expect(losses).toEqual(['SIGKILL', 'SIGKILL']);
    expect(begunAtOnce).toEqual([1, 1]);
  });

  it('is replaced after it has ended', async () => {
    const one = stage();
    await one.process.start();
    await one.process.replace({ overlap: false });
    expect([one.isAlive(0), one.isAlive(1)]).toEqual([false, true]);
    await waitFor('its last line', () => one.lines.includes(`ended ${one.pids[0]}`));
    expect(one.lines.indexOf(`ended ${one.pids[0]}`)).toBeLessThan(one.lines.indexOf(`began ${one.pids[1]}`));
    expect(one.losses).toEqual([]);
  });

  it('is replaced before it has ended, where both can serve at once', async () => {
    const one = stage();
    await one.process.start();
    await one.process.replace({ overlap: true });
    expect([one.isAlive(0), one.isAlive(1)]).toEqual([false, true]);
    await waitFor('its last line', () => one.lines.includes(`ended ${one.pids[0]}`));
    expect(one.lines.indexOf(`began ${one.pids[1]}`)).toBeLessThan(one.lines.indexOf(`ended ${one.pids[0]}`));
  });

  it('stays ended once it was stopped', async () => {
    const one = stage();
    await one.process.start();
    await one.process.stop();
    expect(one.isAlive(0)).toBe(false);
    expect(one.losses).toEqual([]);
  });
});
