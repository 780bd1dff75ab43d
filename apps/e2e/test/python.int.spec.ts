// Runs: embedded
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pythonEnvironment } from '../src/python-environment.js';
import { fundedHolder } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const root = join(import.meta.dirname, '..', '..', '..');
const python = join(import.meta.dirname, 'support', 'python');
const environment = pythonEnvironment(join(python, 'requirements.txt'));
const where = 'missing' in environment ? `, which is not tried: ${environment.missing}` : '';

('missing' in environment ? describe.skip : describe)(`a generated client for Python${where}`, () => {
  const { programs } = 'missing' in environment ? { programs: '' } : environment;
  let shared: SharedSuite;
  let folder: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('python');
    folder = await mkdtemp(join(tmpdir(), 'halyard-python-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  it('is made of the document, and its code creates a customer and lists transfers', async () => {
    const { client } = shared;
    await fundedHolder(client, '25.00');
    const document = join(root, 'docs', 'openapi.json');
    const settings = ['--meta', 'none', '--config', join(python, 'settings.yaml')];
    const made = spawnSync(
      join(programs, 'openapi-python-client'),
      ['generate', '--path', document, ...settings, '--output-path', join(folder, 'halyard_api')],
      { encoding: 'utf8' },
    );
    expect([made.status, made.status === 0 ? '' : made.stderr + made.stdout]).toEqual([0, '']);

    const { baseUrl, caFile = '' } = client.connection;
    const program = spawn(join(programs, 'python'), [join(python, 'create-and-list.py')], {
      env: { API: baseUrl, CA: caFile, TOKEN: await client.accessToken(), GENERATED: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(program, 'close');
    const said = await text(program.stdout);
    expect(await closed).toEqual([0, null]);
    const { status, location, total } = JSON.parse(said) as Readonly<Record<string, unknown>>;
    expect([status, total]).toEqual([201, (await client.get('/transfers')).body.total]);
    expect((await client.get(String(location))).body).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
  });
});
