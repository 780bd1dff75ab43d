import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@halyard/contracts';
import { type DemoConnection, HalClient } from '@halyard/suite/client';
import { blocksOf } from '@halyard/testing/page-blocks';
import { until, waitFor } from '@halyard/testing/waiting';
import { root } from '../support/yaml.ts';
import { Compose, whyNoContainers } from './compose.ts';

const IMAGE = `halyard:${process.env['HALYARD_VERSION'] ?? 'local'}`;
const PAGE = 'docs/how-to/deploy-compose.md';
const reason = await whyNoContainers();

/** Calls the service transfers and the store of streams without a pause, and keeps what was answered. */
class Traffic {
  private readonly answers: number[] = [];
  private isEnding = false;
  private readonly ended: Promise<void>;

  private readonly client: HalClient;
  private readonly path: string;

  constructor(client: HalClient, path: string) {
    this.client = client;
    this.path = path;
    this.ended = this.call();
  }

  private async call(): Promise<void> {
    while (!this.isEnding) {
      const { status } = await this.client.get(this.path).catch(() => ({ status: 0 }));
      this.answers.push(status);
    }
  }

  get last(): number | undefined {
    return this.answers.at(-1);
  }

  /** @returns each status that was answered, once */
  async stop(): Promise<readonly number[]> {
    this.isEnding = true;
    await this.ended;
    return [...new Set(this.answers)].sort();
  }
}

(reason === '' ? describe : describe.skip)(
  `docker-compose.yml in containers${reason === '' ? '' : ` (skipped: ${reason})`}`,
  () => {
    let compose: Compose;
    let client: HalClient;
    let transfers: string;

    async function openClient(): Promise<void> {
      const demoFile = join(compose.dataFolder, 'demo.json');
      const demo = await waitFor(
        'the demo account',
        () => JSON.parse(readFileSync(demoFile, 'utf8')) as DemoConnection,
      );
      client = await HalClient.open({ ...demo, caFile: join(compose.dataFolder, 'compose', 'ca.pem') });
      transfers = `/accounts/${demo.accountId}/transfers`;
    }

    beforeAll(async () => {
      compose = await Compose.open();
      await compose.run('up', '--detach');
      await openClient();
    });
    afterAll(() => compose.remove());

    /** Runs a program as the page says, word for word. */
    function recovery(program: string, ...more: readonly string[]): Promise<string> {
      const lines = blocksOf(PAGE, '').flatMap((text) => text.trim().split('\n'));
      const line = lines.find((each) => / run .* recovery /.test(each) && each.endsWith(` ${program}`)) ?? '';
      expect([program, line]).toEqual([program, expect.stringMatching(/^docker compose /)]);
      const [, , ...words] = line.split(' ');
      return compose.run(...words, ...more);
    }
    const healthy = (container: string): Promise<void> =>
      until(`${container} is healthy`, () => compose.isHealthy(container));

    /** Crashes the container while clients call. @returns the statuses that they got, once all is as before */
    async function answersWhile(container: string): Promise<readonly number[]> {
      const traffic = new Traffic(client, transfers);
      const restarts = await compose.restartsOf(container);
      await compose.crash(container, IMAGE);
      await until('it was started again', async () => (await compose.restartsOf(container)) > restarts);
      await healthy(container);
      await until('clients are answered again', () => traffic.last === 200);
      return traffic.stop();
    }

    it('starts each service, and all are healthy', async () => {
      for (const name of serviceNames) {
        await healthy(await compose.containerOf(name));
      }
    });

    async function takeTour(): Promise<void> {
      const tour = spawn(process.execPath, [join(root, 'apps', 'suite', 'dist', 'demo', 'tour.js'), '--no-webhooks'], {
        cwd: compose.folder,
        env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: compose.dataFolder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(tour, 'close');
      const said = (await tour.stdout.setEncoding('utf8').toArray()).join('');
      expect(await ended).toEqual([0, null]);
      expect(said).toContain('balanced: true');
    }

    it('takes the tour', takeTour);

    it('has a doctor who finds nothing wrong with it', async () => {
      expect(JSON.parse(await recovery('doctor', '--json'))).toEqual({ status: 'ok', findings: [], notLooked: [] });
    });

    it('does without one of three of transfers', async () => {
      await compose.run('up', '--detach', '--no-recreate', '--scale', 'transfers=3');
      const containers = await compose.containersOf('transfers');
      expect(containers).toHaveLength(3);
      for (const container of containers) await healthy(container);
      const answers = await answersWhile(containers[1] ?? '');
      expect(answers.filter((status) => ![200, 503].includes(status))).toEqual([]);
    });

    it.each(['postgres', 'kafka', 'eventstore'])(
      'answers 503 while %s is away, and goes on by itself',
      async (name) => {
        const answers = await answersWhile(await compose.containerOf(name));
        expect(answers.filter((status) => ![200, 503].includes(status))).toEqual([]);
      },
    );

    it('runs the programs of recovery, with a list that lasts', async () => {
      expect(await recovery('verify')).toContain('all that was derived from them is as they say');
      expect(await recovery('taken-away export')).toMatch(/[1-9]\d{0,5} entries were added/);
      expect(await recovery('taken-away export')).toMatch(/^0 entries were added/);
    });

    it('begins an epoch by after-restore, and serves again on topics of that epoch', async () => {
      await compose.run('stop', ...serviceNames);
      expect(await recovery('after-restore')).toMatch(/^Epoch [1-9]\d{0,3} begins\.$/m);
      await compose.run('start', ...serviceNames);
      for (const name of serviceNames) await healthy(await compose.containerOf(name));
      // The former tokens have ended.
      expect((await client.get(transfers)).status).toBe(401);
      await openClient();
      await takeTour();
      const topics = await compose.run('exec', 'kafka', 'ls', '/var/lib/kafka/data');
      expect(topics).toMatch(/^epoch-[1-9]\d{0,3}\.transfers\.events\.v1-0$/m);
      expect(await recovery('verify')).toContain('all that was derived from them is as they say');
    });

    it('replaces the gateways alone, before all others', async () => {
      const containers = async (): Promise<readonly string[]> =>
        Promise.all(serviceNames.filter((name) => name !== 'gateway').map((name) => compose.containerOf(name)));
      const [others, gateway] = [await containers(), await compose.containerOf('gateway')];
      await compose.run('up', '--detach', '--no-deps', '--force-recreate', 'gateway');
      const replaced = await compose.containerOf('gateway');
      expect(replaced).not.toBe(gateway);
      await healthy(replaced);
      expect(await containers()).toEqual(others);
      expect((await client.get(transfers)).status).toBe(200);
    });

    it('logs no rebalance and no reconnect, and addresses that others can use', async () => {
      const logs = await compose.run('logs', '--no-log-prefix', ...serviceNames);
      expect(logs.split('\n').filter((line) => /"kafka":/.test(line) && line.includes('"info"'))).toEqual([]);
      const listening = logs.split('\n').filter((line) => line.includes('"msg":"listening"'));
      expect(listening.length).toBeGreaterThan(6);
      expect(listening.filter((line) => /0\.0\.0\.0|127\.0\.0\.1|\[::\]/.test(line))).toEqual([]);
    });
  },
);
