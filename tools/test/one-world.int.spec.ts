import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
const jest = join(root, 'tools', 'jest');

/** Two spec files of one worker: each loads the same module, and leaves what the next must not find. */
const FILES = {
  'package.json': '{ "type": "module" }',
  'src/loaded.js': `globalThis.timesLoaded = (globalThis.timesLoaded ?? 0) + 1;`,
  'test/state.js': `export const state = { used: false };`,
  'src/globals.js': `import { expect } from '@jest/globals'; export const same = (one, other) => expect(one).toBe(other);`,
  ...Object.fromEntries(
    ['a', 'b'].map((name) => [
      `src/${name}.spec.js`,
      `import { expect, it, jest } from '@jest/globals';
       import '../src/loaded.js';
       import { state } from '../test/state.js';
       it('loads a module once', () => expect(globalThis.timesLoaded).toBe(1));
       it('has test support of its own', () => { expect(state.used).toBe(false); state.used = true; });
       it('has variables of its own', () => { expect(process.env.LEFT).toBeUndefined(); process.env.LEFT = 'here'; });
       it('has the real time', () => { expect(new Date().getFullYear()).toBeGreaterThan(2001); jest.useFakeTimers({ now: 0 }); });`,
    ]),
  ),
  'src/keeping.spec.js': `import { it } from '@jest/globals'; import { same } from './globals.js'; it('is', () => same(1, 1));`,
};

interface Outcome {
  readonly text: string;
  readonly failed: boolean;
}

describe('the world that the spec files of a worker share', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'halyard-one-world-')));
    for (const name of ['src', 'test']) await mkdir(join(folder, name));
    for (const [path, text] of Object.entries(FILES)) await writeFile(join(folder, path), text);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (spec: string): Promise<Outcome> => {
    const config = {
      rootDir: folder,
      displayName: 'fixture',
      testMatch: [`<rootDir>/src/${spec}.spec.js`],
      transform: {},
      testEnvironment: join(jest, 'environment.mjs'),
      runtime: join(jest, 'runtime.mjs'),
      testEnvironmentOptions: {},
    };
    const args = ['--experimental-vm-modules', join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--runInBand'];
    const env = { ...process.env, TEST_USAGE_FILE: join(folder, 'usage'), NODE_OPTIONS: '' };
    return promisify(execFile)(process.execPath, [...args, '--config', JSON.stringify(config)], {
      cwd: folder,
      env,
    }).then(
      ({ stderr }) => ({ text: stderr, failed: false }),
      ({ stderr }: { readonly stderr: string }) => ({ text: stderr, failed: true }),
    );
  };

  it('loads a module once, and gives each file test support, variables and time of its own', async () => {
    expect(await run('{a,b}')).toEqual({ text: expect.stringContaining('8 passed, 8 total'), failed: false });
  });

  it('refuses a module that would keep the globals of the first file', async () => {
    const { text, failed } = await run('keeping');
    expect(failed).toBe(true);
    expect(text).toMatch(/globals\.js imports @jest\/globals, so it must be loaded for each spec file/);
  });
});
