import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { isAlive } from '../process/running-process.js';
import { until } from '@halyard/testing/waiting';
import { describeUnless } from '@halyard/testing/kafka';
import { consume, produce, send } from '@halyard/testing/kafka';
import { findBroker } from './broker.js';
import { locateKafka } from './kafka-programs.js';
import type { LocalKafka, LocalKafkaOptions } from './start-local-kafka.js';
import { LocalKafkaUnavailable, startLocalKafka } from './start-local-kafka.js';

const logger = createLogger({ service: 'test', level: 'silent' });
/** A start takes some two seconds, where nothing else keeps the machine busy. */
const START_MS = 120_000;
const testDir = join(import.meta.dirname, '../../test');
const brokerOwner = [
  '--conditions=@halyard/source',
  `--import=${join(testDir, 'typescript.mjs')}`,
  join(testDir, 'broker-owner.mjs'),
];

const missing = await locateKafka(logger).then(
  () => undefined,
  (error: unknown) => {
    if (error instanceof LocalKafkaUnavailable) return error.message;
    throw error;
  },
);

/** Of the Java that PATH finds. */
const javaHome = (): string =>
  process.env['JAVA_HOME'] ??
  dirname(dirname(realpathSync(execFileSync('which', ['java'], { encoding: 'utf8' }).trim())));

/** Program and parameters of a process. */
const commandOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);

describeUnless(missing, 'startLocalKafka', () => {
  let root: string;
  /** Made once, because a start takes seconds; every test leaves it stopped. */
  let dataDir: string;
  const running: LocalKafka[] = [];
  const parents: ChildProcess[] = [];

  async function start(options: Partial<LocalKafkaOptions> = {}): Promise<LocalKafka> {
    const broker = await startLocalKafka({ dataDir, logger, ...options });
    running.push(broker);
    return broker;
  }
  const storage = () => ({ root: dataDir, dir: join(dataDir, 'storage', 'data'), clusterId: '' });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-kafka-'));
    dataDir = join(root, 'kafka');
    const broker = await start();
    await broker.stop();
  }, START_MS);
  afterEach(async () => {
    for (const parent of parents.splice(0)) parent.kill('SIGKILL');
    for (const broker of running.splice(0)) await broker.stop();
    expect(findBroker(storage())).toBeUndefined();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it(
    'stops in good order',
    async () => {
      const broker = await start();
      const { pid = 0 } = broker;
      await broker.stop();
      expect(isAlive(pid)).toBe(false);
      expect(existsSync(join(storage().dir, '.kafka_cleanshutdown'))).toBe(true);
    },
    START_MS,
  );

  it(
    'brings a broker that was killed back by itself, on the same port and with all that it had acknowledged',
    async () => {
      let exits = 0;
      const broker = await start({ onExit: () => void (exits += 1) });
      const { brokers, pid = 0 } = broker;
      await produce(brokers, 'killed', ['1', '2', '3']);
      process.kill(pid, 'SIGKILL');
      await expect(consume(brokers, 'killed', 3)).resolves.toEqual(['1', '2', '3']);
      expect(broker.brokers).toBe(brokers);
      expect(broker.pid).not.toBe(pid);
      expect(exits).toBe(1);
    },
    START_MS,
  );

  it.each(['with setpriv', 'without setpriv'])(
    'ends with its parent, even one that was killed, and loses nothing by it (%s)',
    async (how) => {
      const parent = spawn(process.execPath, [...brokerOwner, dataDir], {
        env: { ...process.env, ...(how === 'without setpriv' && { PATH: root, JAVA_HOME: javaHome() }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      parents.push(parent);
      const [brokers] = (await once(createInterface(parent.stdout), 'line')) as [string];
      const pid = findBroker(storage())?.pid ?? 0;
      const topic = how.replace(' ', '-');
      await produce(brokers, topic, ['1', '2', '3']);
      parent.kill('SIGKILL');
      await until('the broker has ended', () => !isAlive(pid));

      const again = await start();
      expect(again.brokers).toBe(brokers);
      await expect(consume(brokers, topic, 3)).resolves.toEqual(['1', '2', '3']);
    },
    START_MS,
  );

  it(
    'uses the broker that another start looks after, and takes over when that one stops it',
    async () => {
      const first = await startLocalKafka({ dataDir, logger });
      const pid = first.pid;
      const second = await start();
      expect([second.brokers, second.pid]).toEqual([first.brokers, pid]);
      await first.stop();
      await produce(second.brokers, 'taken-over', ['1']);
      expect(second.pid).not.toBe(pid);
    },
    START_MS,
  );

  it(
    'leaves the broker of another start running',
    async () => {
      const first = await start();
      const second = await startLocalKafka({ dataDir, logger });
      await second.stop();
      await produce(first.brokers, 'left-running', ['1']);
    },
    START_MS,
  );

  it(
    'replaces a broker that was left behind',
    async () => {
      const former = await start();
      const [java = '', ...parameters] = commandOf(former.pid ?? 0);
      await former.stop();
      const strange = parameters.map((parameter) => parameter.replace(/^(-Dhalyard\.owner)=.*/, '$1=999999999'));
      const { classPath } = await locateKafka(logger);
      const orphan = spawn(java, strange, { env: { CLASSPATH: classPath }, stdio: 'ignore' });
      const gone = once(orphan, 'exit');
      writeFileSync(join(dataDir, `broker-${orphan.pid}`), '');
      const broker = await start();
      await gone;
      expect(broker.pid).not.toBe(orphan.pid);
    },
    START_MS,
  );

  it(
    'makes no topic that nobody asked for',
    async () => {
      const { brokers } = await start();
      await expect(send(brokers, 'never-made', ['1'], { retries: 1 })).rejects.toThrow(
        'does not host this topic-partition',
      );
    },
    START_MS,
  );

  describe('says what is in the way', () => {
    it(
      'a port that is taken',
      async () => {
        const taken = createServer().listen(0, '127.0.0.1');
        await once(taken, 'listening');
        const address = taken.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken: stop what listens there`);
        taken.close();
      },
      START_MS,
    );

    it('a data directory that is a file', async () => {
      const file = join(root, 'file');
      writeFileSync(file, '');
      await expect(start({ dataDir: file })).rejects.toThrow(/can't be used: .*Make it writable .*or choose another/);
    });
  });
});
