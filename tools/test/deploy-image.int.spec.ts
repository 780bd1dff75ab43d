import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@halyard/contracts';
import { z } from 'zod';
import { root, textOf } from './support/yaml.ts';

const programs = z.record(z.string(), z.string()).parse(JSON.parse(textOf('deploy/image/programs.json')));

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

  it('installs before it has any source, so that a change of code repeats no install', () => {
    const [, build = ''] = /^FROM .* AS build\n([^]*?)^FROM /m.exec(dockerfile) ?? [];
    const steps = [...build.matchAll(/^(?:COPY|RUN) .*$/gm)].map(([step]) => step);
    const sources = steps.indexOf('COPY . .');
    expect(steps.slice(0, sources).filter((step) => step.includes('npm ci'))).toHaveLength(2);
    expect(steps.slice(0, sources).filter((step) => step.startsWith('COPY'))).toEqual([
      'COPY package.json package-lock.json .npmrc ./',
      'COPY --from=manifests /manifests ./',
      'COPY site/package.json site/package-lock.json site/.npmrc site/',
    ]);
    expect(steps.slice(sources).filter((step) => /npm (?:ci|install)/.test(step))).toEqual([]);
    expect(dockerfile).toContain('find apps libs -type f ! -name package.json -delete');
  });

  it('is built on one base, by its digest', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/m);
    const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}', '${NODE_IMAGE}']);
  });

  it('says on its labels of which commit and repository it is, where the build is told', () => {
    expect(ofFinalStage('ARG')).toEqual([expect.stringMatching(/^VERSION=/), 'REVISION=local', 'SOURCE=local']);
    for (const name of ['version', 'revision', 'source']) {
      expect(ofFinalStage('LABEL')[0]).toContain(`org.opencontainers.image.${name}="\${${name.toUpperCase()}}"`);
    }
  });

  it('takes from the build only what was collected to run', () => {
    const copied = ofFinalStage('COPY');
    expect(copied.length).toBeGreaterThan(0);
    for (const from of copied) expect(from).toMatch(/^--from=build \/image\//);
  });

  it('has the programs of recovery beside the others', () => {
    expect(programs).toMatchObject({
      'after-restore': 'tools/after-restore.ts',
      doctor: 'tools/doctor.ts',
      'replace-master-key': 'tools/replace-master-key.ts',
      'take-over': 'tools/take-over.ts',
      'taken-away': 'tools/taken-away.ts',
      verify: 'tools/verify.ts',
    });
    expect(Object.values(programs).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.each([[[]], [['ledger']], [['../suite']], [['toString']]])('refuses to run %j, and says what there is', (args) => {
    const { status, stderr } = run('entrypoint.mjs', ...args);
    expect(status).toBe(64);
    expect(stderr).toMatch(/docker run halyard .*suite.* \| keys\n/);
  });
});

describe('the check of health', () => {
  const command = /^HEALTHCHECK (?:.*\\\n)*.*CMD (\[.*\])$/m.exec(textOf('deploy/Dockerfile'))?.[1] ?? '[]';
  const [program = '', ...args] = JSON.parse(command) as string[];
  let server: Server;
  let status: number;
  beforeEach(async () => {
    status = 200;
    server = createServer((request, response) => {
      response.statusCode = request.url === '/health/ready' ? status : 404;
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => void server.close());

  const check = async (prefix: readonly string[] = []): Promise<{ code: unknown; said: string }> => {
    const env = { PATH: process.env['PATH'], METRICS_PORT: String((server.address() as AddressInfo).port) };
    const [first = '', ...rest] = [...prefix, program, ...args];
    const child = spawn(first, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    return { code, said };
  };

  it('passes while the process is ready', async () => {
    expect(await check()).toEqual({ code: 0, said: '' });
  });

  it('fails while the process is not ready', async () => {
    status = 503;
    expect(await check()).toEqual({ code: 1, said: '' });
  });

  it('fails where nobody listens', async () => {
    const { port } = server.address() as AddressInfo;
    server.close();
    jest.spyOn(server, 'address').mockReturnValue({ port, address: '127.0.0.1', family: 'IPv4' });
    expect(await check()).toEqual({ code: 1, said: '' });
  });

  it('costs less than 1 % of a core for all services', async () => {
    const CHECKS = 40;
    const run = `for i in {1..${CHECKS}}; do "$@" || exit 1; done; times`;
    const { code, said } = await check(['bash', '-c', run, 'bash']);
    // The last line has the processor time of the checks: user and system.
    const seconds = [...(said.trim().split('\n').at(-1) ?? '').matchAll(/(\d{1,6})m([\d.]{1,9})s/g)].reduce(
      (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
      0,
    );
    const interval = Number(/--interval=(\d+)s/.exec(textOf('deploy/Dockerfile'))?.[1]);
    expect(code).toBe(0);
    expect(((seconds / CHECKS) * serviceNames.length) / interval).toBeLessThan(0.01);
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
