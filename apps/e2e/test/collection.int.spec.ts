// Runs: embedded
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Bruno } from './support/bruno.js';
import { SharedSuite } from './support/shared-suite.js';

const folder = join(import.meta.dirname, '..', '..', '..', 'collections', 'main-job');

let shared: SharedSuite;
beforeAll(async () => {
  shared = await SharedSuite.join('collection');
});
afterAll(() => shared.leave());

it('the main job of the Bruno collection runs from top to bottom', async () => {
  const { baseUrl: base, key, secret } = shared.client.connection;
  const bruno = new Bruno(shared.client, new Map(Object.entries({ base, key, secret })));
  const names = readdirSync(folder).toSorted();
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const { expected, found } = await bruno.run(readFileSync(join(folder, name), 'utf8'));
    expect([name, found]).toEqual([name, expected]);
  }
});
