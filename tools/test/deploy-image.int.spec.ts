import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, textOf } from './support/yaml.ts';

const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'deploy', 'image', program), ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });

describe('the image', () => {
  const dockerfile = textOf('deploy/Dockerfile');
  const ofFinalStage = (instruction: string): string[] =>
    [
      ...(dockerfile.split(/^FROM /m).at(-1) ?? '').matchAll(new RegExp(`^${instruction} ((?:.*\\\\\\n)*.*)`, 'gm')),
    ].map(([, argument]) => argument ?? '');

  it('runs as a user who is not root, named by number', () => {
    expect(ofFinalStage('USER')).toEqual(['1000:1000']);
  });

  it('starts Node itself, so that signals reach it', () => {
    expect(ofFinalStage('ENTRYPOINT')).toEqual(['["node", "deploy/image/entrypoint.mjs"]']);
    expect(ofFinalStage('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('asks for readiness as its health', () => {
    expect(ofFinalStage('HEALTHCHECK')[0]).toContain('deploy/image/healthcheck.mjs');
  });

  it('takes from the build only what was collected to run', () => {
    const copied = ofFinalStage('COPY');
    expect(copied.length).toBeGreaterThan(0);
    for (const from of copied) expect(from).toMatch(/^--from=build \/image\//);
  });

  it('has the tools that a checkout would be needed for, and what they import', () => {
    const copied = /const tools = \[([^\]]*)\];/.exec(textOf('deploy/image/collect.mjs'))?.[1] ?? '';
    const tools = [...copied.matchAll(/'(.*?)'/g)].map(([, tool]) => tool ?? '');
    const run = [...textOf('deploy/image/entrypoint.mjs').matchAll(/join\(tools, '(.*)'\)/g)].map(([, tool]) => tool);
    expect(run).toEqual(['replace-master-key.ts', 'after-restore.ts', 'taken-away.ts', 'seed.ts', 'take-over.ts']);
    const imported = tools.flatMap((tool) => [...textOf(`tools/${tool}`).matchAll(/(?:from|import) '\.\/(.*)'/g)]);
    expect(new Set(tools)).toEqual(new Set([...run, ...imported.map(([, file]) => file)]));
  });

  it.each([[[]], [['ledger']], [['../suite']], [['toString']]])('refuses to run %j, and says what there is', (args) => {
    const { status, stderr } = run('entrypoint.mjs', ...args);
    expect(status).toBe(64);
    expect(stderr).toMatch(/docker run halyard .*suite.* \| keys\n/);
  });
});

describe('the demo account of compose', () => {
  let folder: string;
  const path = (...names: string[]): string => join(folder, ...names);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-hand-over-'));
    mkdirSync(path('data', 'tls'), { recursive: true });
    writeFileSync(path('data', 'tls', 'ca.pem'), 'certificate');
    writeFileSync(path('data', 'demo.json'), JSON.stringify({ key: 'k', secret: 's', caFile: '/data/tls/ca.pem' }));
    mkdirSync(path('host', 'tls'), { recursive: true });
    writeFileSync(path('host', 'tls', 'ca.pem'), "another suite's");
    writeFileSync(path('docker-compose.yml'), '');
    const { status, stderr } = run('hand-over-demo.mjs', path('data'), path('host'), path('docker-compose.yml'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is handed over with the certificate beside it, and where webhooks find this machine', () => {
    expect(JSON.parse(readFileSync(path('host', 'demo.json'), 'utf8'))).toEqual({
      key: 'k',
      secret: 's',
      caFile: '.data/compose/ca.pem',
      subscriberHost: 'host.docker.internal',
    });
    expect(readFileSync(path('host', 'compose', 'ca.pem'), 'utf8')).toBe('certificate');
  });

  it('is for its owner alone', () => {
    expect(statSync(path('host', 'demo.json')).mode & 0o777).toBe(0o600);
  });

  it('leaves the certificate of a suite in the same folder alone', () => {
    expect(readFileSync(path('host', 'tls', 'ca.pem'), 'utf8')).toBe("another suite's");
  });
});
