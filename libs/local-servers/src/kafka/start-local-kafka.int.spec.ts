import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { countedLosses } from '../../test/losses.js';
import { isAlive } from '../process/running-process.js';
import { listeningPorts } from '@halyard/testing/listening-ports';
import { until } from '@halyard/testing/waiting';
import { describeUnless } from '@halyard/testing/kafka';
import { consume, produce, send } from '@halyard/testing/kafka';
import { findBroker } from './broker.js';
import { locateKafka } from './kafka-programs.js';
import type { LocalKafka, LocalKafkaOptions } from './local-kafka.js';
import { LocalKafkaUnavailable } from './local-kafka-error.js';
import { startLocalKafka } from './start-local-kafka.js';

const logger = createLogger({ service: 'test', level: 'silent' });
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

/** Home of the Java in the PATH. */
const javaHome = (): string =>
  process.env['JAVA_HOME'] ??
  dirname(dirname(realpathSync(execFileSync('which', ['java'], { encoding: 'utf8' }).trim())));

/** Program and parameters of a process. */
const commandOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);

describeUnless(missing, 'startLocalKafka', () => {
  let root: string;
  let dataDir: string;
  /** The broker of the previous test, since a start takes seconds; undefined when that left none running. */
  let broker: LocalKafka | undefined;
  const losses = countedLosses();
  const parents: ChildProcess[] = [];

  const start = (options: Partial<LocalKafkaOptions> = {}): Promise<LocalKafka> =>
    startLocalKafka({ dataDir, logger: losses.logger, ...options });
  const running = async (): Promise<LocalKafka> => (broker ??= await start());
  const stopped = async (): Promise<void> => {
    await broker?.stop();
    broker = undefined;
    expect(findBroker(storage())).toBeUndefined();
  };
  const storage = () => ({ root: dataDir, dir: join(dataDir, 'storage', 'data'), clusterId: '' });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-kafka-'));
    dataDir = join(root, 'kafka');
    await running();
  });
  afterAll(async () => {
    for (const parent of parents) parent.kill('SIGKILL');
    await stopped();
    rmSync(root, { recursive: true, force: true });
  });

  it('makes no topic that nobody asked for', async () => {
    const { brokers } = await running();
    await expect(send(brokers, 'never-made', ['1'], { retries: 1 })).rejects.toThrow(
      'does not host this topic-partition',
    );
  });

  /** The ports of a broker, as the system says them where it is Linux. */
  const listening = ({ pid = 0, ports }: LocalKafka): readonly number[] =>
    [...(process.platform === 'linux' ? listeningPorts(pid) : ports)].sort();

  it('tells all ports on which it listens, as another start does', async () => {
    const first = await running();
    const second = await start();
    const ports = [...first.ports].sort();
    expect([listening(first), [...second.ports].sort()]).toEqual([ports, ports]);
    await second.stop();
  });

  it('leaves the broker of another start running', async () => {
    const { brokers } = await running();
    const second = await start();
    await second.stop();
    await produce(brokers, 'left-running', ['1']);
  });

  it('brings a broker that was killed back by itself, on the same ports and with all that it had acknowledged', async () => {
    const killed = await running();
    const { brokers, pid = 0 } = killed;
    const ports = listening(killed);
    const before = losses.count();
    await produce(brokers, 'killed', ['1', '2', '3']);
    process.kill(pid, 'SIGKILL');
    await expect(consume(brokers, 'killed', 3)).resolves.toEqual(['1', '2', '3']);
    expect(killed.brokers).toBe(brokers);
    expect(killed.pid).not.toBe(pid);
    expect(listening(killed)).toEqual(ports);
    expect(losses.count()).toBe(before + 1);
  });

  it('uses the broker that another start looks after, and takes over when that one stops it', async () => {
    const first = await running();
    const pid = first.pid;
    const second = await start();
    expect([second.brokers, second.pid]).toEqual([first.brokers, pid]);
    broker = second;
    await first.stop();
    await produce(second.brokers, 'taken-over', ['1']);
    expect(second.pid).not.toBe(pid);
  });

  it('stops in good order', async () => {
    const { pid = 0 } = await running();
    await stopped();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(storage().dir, '.kafka_cleanshutdown'))).toBe(true);
  });

  describe('says what is in the way', () => {
    it('a port that is taken', async () => {
      await stopped();
      // Never answers the check for a broker, but reads, so that it notices when the checker closes the connection.
      const taken = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const address = taken.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken: stop what listens there`);
      taken.close();
    });

    it('a data directory that is a file', async () => {
      const file = join(root, 'file');
      writeFileSync(file, '');
      await expect(start({ dataDir: file })).rejects.toThrow(/can't be used: .*Make it writable .*or choose another/);
    });
  });

  it('ends with its parent, even one that was killed, with setpriv and without, and loses nothing by it', async () => {
    await stopped();
    const ports: string[] = [];
    for (const env of [process.env, { ...process.env, PATH: root, JAVA_HOME: javaHome() }]) {
      const parent = spawn(process.execPath, [...brokerOwner, dataDir], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      parents.push(parent);
      const [brokers] = (await once(createInterface(parent.stdout), 'line')) as [string];
      const pid = findBroker(storage())?.pid ?? 0;
      await produce(brokers, `of-parent-${ports.push(brokers)}`, ['1', '2', '3']);
      parent.kill('SIGKILL');
      await until('the broker has ended', () => !isAlive(pid));
    }

    const { brokers } = await running();
    expect(ports).toEqual([brokers, brokers]);
    for (const topic of ['of-parent-1', 'of-parent-2']) {
      await expect(consume(brokers, topic, 3)).resolves.toEqual(['1', '2', '3']);
    }
  });

  it('replaces a broker that was left behind', async () => {
    const [java = '', ...parameters] = commandOf((await running()).pid ?? 0);
    await stopped();
    const strange = parameters.map((parameter) => parameter.replace(/^(-Dhalyard\.owner)=.*/, '$1=999999999'));
    const { classPath } = await locateKafka(logger);
    const orphan = spawn(java, strange, { env: { CLASSPATH: classPath }, stdio: 'ignore' });
    const gone = once(orphan, 'exit');
    writeFileSync(join(dataDir, `broker-${orphan.pid}`), '');
    const { pid } = await running();
    await gone;
    expect(pid).not.toBe(orphan.pid);
  });
});
