import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@halyard/contracts';
import { blocksOf } from '@halyard/testing/page-blocks';
import { z } from 'zod';
import { documentsOf, root } from '../support/yaml.ts';
import { type Chart, renderedChart } from './chart.ts';
import { hasHelm, skipped, template } from './chart-programs.ts';
import { secretsIn } from './chart-secrets.ts';

const DEPLOY = 'docs/how-to/deploy-kubernetes.md';
const UPGRADE = 'docs/how-to/upgrade.md';
const IMAGE = 'registry.example.com/halyard:0.2.0';

/** Instead of a cluster: kubectl shows what it would create, docker runs the program of the image, helm says its words. */
const STAND_INS = `
set -euo pipefail
docker() { if [ "$1" = run ]; then DATA_DIR="$PWD/made" node "$ENTRYPOINT" "\${@: -1}"; fi; echo "docker $*" >> said; }
kubectl() { echo "kubectl $*" >> said; if [[ " $* " =~ ' create '(namespace|secret)' ' ]]; then command kubectl "$@" --dry-run=client --output=json >> created; fi; }
helm() { echo "helm $*" >> said; }
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=pay.example.com -keyout tls.key -out tls.crt 2> /dev/null
`;

const programs = ['kubectl', 'openssl'].filter((name) => spawnSync(name, ['version']).error !== undefined);
const without = programs.length === 0 ? skipped : ` (skipped: ${programs.join(' and ')} not on the PATH)`;

const created = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  data: z.record(z.string(), z.string()).optional(),
});

(hasHelm && programs.length === 0 ? describe : describe.skip)(`the page about Kubernetes${without}`, () => {
  let folder: string;
  let said: string[];
  let made: z.infer<typeof created>[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-how-to-'));
    // The page mounts the folder of keys into the container.
    mkdirSync(join(folder, 'made'));
    symlinkSync(join('..', 'keys'), join(folder, 'made', 'keys'));
    const { status, stderr } = spawnSync('bash', ['-c', `${STAND_INS}${blocksOf(DEPLOY, '').join('\n')}`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', ENTRYPOINT: join(root, 'deploy', 'image', 'entrypoint.mjs') },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    writeFileSync(join(folder, 'values.yaml'), blocksOf(DEPLOY, 'yaml').join('\n'));
    said = readFileSync(join(folder, 'said'), 'utf8').trim().split('\n');
    made = documentsOf(readFileSync(join(folder, 'created'), 'utf8').replaceAll(/^\}$/gm, '}\n---')).map((document) =>
      created.parse(document),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Renders the chart as a command of helm would. */
  function renderedBy(command: string): Chart {
    const [, , , , ...args] = command.split(' ').map((word) => (word === 'values.yaml' ? join(folder, word) : word));
    const { status, stdout, stderr } = template(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return renderedChart(documentsOf(stdout));
  }

  it('names one image: where it is built, where it makes keys, and in the values', () => {
    const named = said.filter((words) => words.startsWith('docker ')).flatMap((words) => words.match(/registry\S+/g));
    expect(named).toEqual([IMAGE, IMAGE, IMAGE]);
    const { pods } = renderedBy(said.find((words) => words.startsWith('helm install')) ?? '');
    expect(new Set(Object.values(pods).map(({ spec }) => spec.containers[0]?.image))).toEqual(new Set([IMAGE]));
  });

  it('creates each Secret that its values want, with each key, where the release is', () => {
    const install = said.find((words) => words.startsWith('helm install')) ?? '';
    const { stdout } = template('--namespace', 'payments', '--values', join(folder, 'values.yaml'));
    const wanted = documentsOf(stdout).flatMap(secretsIn);
    expect(wanted.length).toBeGreaterThan(10);
    for (const { name, keys } of wanted) {
      const secret = made.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name);
      expect([name, Object.keys(secret?.data ?? {})]).toEqual([name, expect.arrayContaining([...keys])]);
      expect([name, secret?.metadata.namespace]).toEqual([name, /--namespace (\S+)/.exec(install)?.[1]]);
    }
    expect(made.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain('Namespace payments');
  });

  it('asks the doctor of the release, also where there is no release yet', () => {
    const asked = said.flatMap((words) => /create job \S+ --from=cronjob\/(\S+)/.exec(words)?.[1] ?? []);
    const [, , , , ...alone] = (said.find((words) => words.startsWith('helm template')) ?? '').split(' ');
    const { stdout } = template(...alone.map((word) => (word === 'values.yaml' ? join(folder, word) : word)));
    const rendered = documentsOf(stdout).map((document) =>
      z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) }).parse(document),
    );
    const jobs = rendered.flatMap(({ kind, metadata }) =>
      kind === 'CronJob' ? [metadata.name.replace(/^pay-/, '')] : [],
    );
    expect(asked).toEqual(['halyard-doctor']);
    expect(jobs).toEqual(asked);
  });

  it('upgrades from 0.1.0 by the gateway first, and then the others', () => {
    const commands = blocksOf(UPGRADE, '')
      .flatMap((text) => text.replaceAll('\\\n', '').trim().split('\n'))
      .filter((line) => line.startsWith('helm '));
    const tags = commands.map((command) => {
      const { pods } = renderedBy(command.replaceAll(/ +/g, ' '));
      return serviceNames.map((name) => [name, pods[name]?.spec.containers[0]?.image.split(':')[1]]);
    });
    expect(tags).toEqual([
      serviceNames.map((name) => [name, name === 'gateway' ? '0.2.0' : '0.1.0']),
      serviceNames.map((name) => [name, '0.2.0']),
    ]);
  });
});
