import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { isAlive } from '@halyard/local-servers/running-process';
import { freePort } from '@halyard/local-servers/free-port';
import { HalClient } from '@halyard/suite/client';
import type { ListedProcess } from '@halyard/suite/processes';
import { waitFor } from '@halyard/testing/waiting';

const root = join(import.meta.dirname, '..', '..', '..');

export type Settings = Readonly<Record<string, string>>;

/** `embedded`: npm start. `distributed`: npm run start:distributed. */
export type SuiteMode = 'embedded' | 'distributed';

export interface SuiteOptions {
  /** The variable SUITE_MODE by default, and embedded without it. */
  readonly mode?: SuiteMode;
  /** Whether streams are in an EventStoreDB; the variable SUITE_EVENT_STORE by default. */
  readonly onEventStoreDb?: boolean;
  /**
   * In the distributed mode: the brokers to share; TEST_KAFKA_BROKERS by default, and a broker of its own without it.
   */
  readonly brokers?: string;
  /** In the distributed mode: the number of processes of each service. */
  readonly replicas?: number | Partial<Record<ServiceName, number>>;
  /** In the distributed mode: whether it starts its own broker even though there is one to share. */
  readonly ownBroker?: boolean;
  /** Whether to start it by npm, as users do. Without npm, no npm process handles its signals. */
  readonly byNpm?: boolean;
}

/** The place of a suite that another process started: all that it takes to look at it. */
export interface SuitePlace {
  readonly dataDir: string;
  readonly settings: Settings;
}

/** URL of the gRPC double of EventStoreDB, which runs in a process of its own unless EVENTSTORE_URL names a server. */
const doubleUrl = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

/** The way in which the specs of a project run the suite, as jest.config.mjs sets it. */
export const modeHere = (): SuiteMode => (process.env['SUITE_MODE'] === 'distributed' ? 'distributed' : 'embedded');

/** Settings for a broker that several suites of a test run share, if there is one. */
function sharedBroker(brokers = process.env['TEST_KAFKA_BROKERS']): Settings {
  if (brokers === undefined) return {};
  return { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: `${randomBytes(4).toString('hex')}.`, KAFKA_PARTITIONS: '3' };
}

/**
 * The suite as users run it: with its own processes, ports and data folder, on an embedded Postgres with fsync on. For
 * the end-to-end tests, which keep its data where TEST_DATA_DIR says (tools/jest/data-parent.mjs), and the benchmarks.
 */
export class SuiteProcess {
  /** The checkout whose programs the next start runs. It has been built. */
  checkout = root;
  /** A line of a page, which the next start runs in a shell instead of its own command. */
  line: string | undefined;
  private child: ChildProcess | undefined;
  private double: ChildProcess | undefined;

  private constructor(
    readonly dataDir: string,
    readonly settings: Settings,
    private readonly options: SuiteOptions = {},
  ) {}

  static async prepare(settings: Settings = {}, options: SuiteOptions = {}): Promise<SuiteProcess> {
    const { mode = modeHere() } = options;
    const onEventStoreDb = options.onEventStoreDb ?? process.env['SUITE_EVENT_STORE'] === 'eventstoredb';
    const dataDir = await mkdtemp(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-e2e-'));
    const [port, httpsPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const own = {
      DATA_DIR: dataDir,
      ...(onEventStoreDb && { EVENTSTORE_URL: process.env['EVENTSTORE_URL'] ?? doubleUrl(await freePort()) }),
      PORT: String(port),
      HTTPS_PORT: String(httpsPort),
      METRICS_PORT: String(metricsPort),
      ...(mode === 'distributed' && options.ownBroker !== true && sharedBroker(options.brokers)),
      ...settings,
    };
    return new SuiteProcess(dataDir, own, { ...options, mode, onEventStoreDb });
  }

  /** A suite that another process started in the way of these specs, and will end. */
  static at({ dataDir, settings }: SuitePlace): SuiteProcess {
    return new SuiteProcess(dataDir, settings, { mode: modeHere() });
  }

  static async start(settings: Settings = {}, options: SuiteOptions = {}): Promise<SuiteProcess> {
    const suite = await SuiteProcess.prepare(settings, options);
    await suite.start();
    return suite;
  }

  /** Pid of the launched process: npm, the suite or, in the distributed mode, the one that started the others. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get logFile(): string {
    return join(this.dataDir, 'suite.log');
  }

  get demoFile(): string {
    return join(this.dataDir, 'demo.json');
  }

  /** URLs of its metrics: a single one, or one for each process. */
  async metricsUrls(): Promise<string[]> {
    if (this.options.mode === 'distributed') return (await this.processes()).map(({ metricsUrl }) => metricsUrl);
    return [`http://127.0.0.1:${this.settings['METRICS_PORT'] ?? ''}/metrics`];
  }

  /** Pids of everything that it runs in the distributed mode: services, broker and Postgres. */
  async pids(): Promise<number[]> {
    const services = (await this.processes()).map(({ pid }) => pid);
    return [...services, await this.kafkaPid(), await this.postgresPid()];
  }

  /** Starts the process without waiting for it to serve. */
  launch(): ChildProcess {
    if (this.options.onEventStoreDb === true) this.startEventStore();
    const [program, ...parameters] = this.command();
    const child = spawn(program, parameters, {
      cwd: this.checkout,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(this.logFile, { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.child = child;
    return child;
  }

  /** Whether it runs an event store beside the suite, which is a double. */
  get runsEventStore(): boolean {
    return this.double !== undefined;
  }

  /** Ends the event store, which keeps what it has; `launch` and `startEventStore` start it. */
  stopEventStore(): Promise<void> {
    return this.endEventStore('SIGTERM');
  }

  /** Kills the event store, and starts it again. */
  async killEventStore(): Promise<void> {
    await this.endEventStore('SIGKILL');
    this.startEventStore();
  }

  startEventStore(): void {
    this.double ??= this.startDouble();
  }

  /** SIGSTOP: it answers nothing, and keeps its connections. SIGCONT: it goes on. */
  signalEventStore(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.double?.kill(signal);
  }

  private async endEventStore(signal: NodeJS.Signals): Promise<void> {
    const { double } = this;
    this.double = undefined;
    if (double?.kill(signal)) await once(double, 'exit');
  }

  /** The double outlives crashes of the suite, as a real server would. */
  private startDouble(): ChildProcess | undefined {
    const port = /:(\d+)\?tls=false$/.exec(this.settings['EVENTSTORE_URL'] ?? '')?.[1];
    if (process.env['EVENTSTORE_URL'] !== undefined || port === undefined) return undefined;
    const program = join(root, 'libs/testing/dist/eventstore-double/main.js');
    const parameters = [program, port, join(this.dataDir, 'event-store')];
    return spawn(process.execPath, parameters, { env: {}, stdio: 'ignore' });
  }

  private command(): readonly [string, ...string[]] {
    if (this.line !== undefined) return ['bash', '-c', `exec ${this.line}`];
    const { mode, replicas = 1, byNpm } = this.options;
    const isEmbedded = mode === 'embedded';
    const countOf = (service: ServiceName): number =>
      typeof replicas === 'number' ? replicas : (replicas[service] ?? 1);
    const counts = serviceNames.map((service) => `${service}=${countOf(service)}`).join(',');
    const parameters = isEmbedded ? [] : ['--replicas', counts];
    const script = isEmbedded ? 'start' : 'start:distributed';
    if (byNpm === true) return ['npm', 'run', '--ignore-scripts', script, '--', ...parameters];
    return [process.execPath, ...commandOf(script, this.checkout), ...parameters];
  }

  /** The processes that serve at this moment, in the distributed mode. */
  async processes(): Promise<ListedProcess[]> {
    return JSON.parse(await readFile(join(this.dataDir, 'processes.json'), 'utf8')) as ListedProcess[];
  }

  /** Starts the suite and resolves with a client of the demo account once it answers. */
  async start(): Promise<HalClient> {
    const child = this.launch();
    let exited = false;
    child.once('exit', () => (exited = true));
    const answering = await waitFor<HalClient | 'exited'>('the suite to answer', async () => {
      if (exited) return 'exited';
      const client = await HalClient.fromFile(this.demoFile);
      const { status } = await client.get('/');
      return status === 200 && client;
    });
    if (answering === 'exited') throw new Error(`the suite exited: ${await this.log()}`);
    return answering;
  }

  /** Launches a suite that can't start; resolves with its exit code and its last line of output. */
  async fail(): Promise<{ readonly code: number | null; readonly line: string }> {
    const [code] = (await once(this.launch(), 'close')) as [number | null];
    return { code, line: (await this.log()).trim().split('\n').at(-1) ?? '' };
  }

  client(): Promise<HalClient> {
    return HalClient.fromFile(this.demoFile);
  }

  log(): Promise<string> {
    return readFile(this.logFile, 'utf8');
  }

  /** Ends the process and resolves with its exit code; null when a signal killed it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return gone;
  }

  kill(): Promise<number | null> {
    return this.end('SIGKILL');
  }

  /** Pid of the embedded Postgres server's first process. */
  async postgresPid(): Promise<number> {
    const pidFile = await readFile(join(this.dataDir, 'postgres', 'cluster', 'data', 'postmaster.pid'), 'utf8');
    return Number(pidFile.split('\n')[0]);
  }

  /** Pid of the broker that the suite started. */
  async kafkaPid(): Promise<number> {
    const names = await readdir(join(this.dataDir, 'kafka'));
    const pids = names.flatMap((name) => /^broker-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    const pid = pids.find(isAlive);
    if (pid === undefined) throw new Error('no broker runs');
    return pid;
  }

  /** The brokers that it shares, or the one that it started. */
  async kafkaBrokers(): Promise<readonly string[]> {
    const shared = this.settings['KAFKA_BROKERS'];
    if (shared !== undefined) return shared.split(',');
    return [`127.0.0.1:${(await readFile(join(this.dataDir, 'kafka', 'port'), 'utf8')).trim()}`];
  }

  /** Administrator's URL of the embedded Postgres, which sees everything. */
  async postgresUrl(): Promise<string> {
    const read = async (...path: string[]) => (await readFile(join(this.dataDir, 'postgres', ...path), 'utf8')).trim();
    const [port, password] = await Promise.all([read('port'), read('cluster', 'superuser.password')]);
    return `postgres://halyard:${password}@127.0.0.1:${port}/halyard`;
  }

  async remove(): Promise<void> {
    await this.end('SIGINT');
    this.double?.kill();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The command of an npm script, to run without npm: flags of Node, and the program. */
function commandOf(script: string, checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, , ...words] = scripts[script]?.split(' ') ?? [];
  return words.map((word) => (word.endsWith('.mjs') ? join(checkout, word) : word));
}
