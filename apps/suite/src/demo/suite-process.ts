import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalClient } from './hal-client.js';
import { until } from './until.js';

export { until };

const root = join(import.meta.dirname, '..', '..', '..', '..');

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export type Settings = Readonly<Record<string, string>>;

/**
 * The suite as users run it: its own process, ports and data folder, on an embedded Postgres with fsync on. For the
 * end-to-end tests and the benchmarks.
 */
export class SuiteProcess {
  private child: ChildProcess | undefined;

  private constructor(
    readonly dataDir: string,
    readonly settings: Settings,
  ) {}

  static async prepare(settings: Settings = {}): Promise<SuiteProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
    const [port, httpsPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
    return new SuiteProcess(dataDir, {
      DATA_DIR: dataDir,
      PORT: String(port),
      HTTPS_PORT: String(httpsPort),
      METRICS_PORT: String(metricsPort),
      ...settings,
    });
  }

  static async start(settings: Settings = {}): Promise<SuiteProcess> {
    const suite = await SuiteProcess.prepare(settings);
    await suite.start();
    return suite;
  }

  /** Pid of the suite's process. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get logFile(): string {
    return join(this.dataDir, 'suite.log');
  }

  get demoFile(): string {
    return join(this.dataDir, 'demo.json');
  }

  /** Starts the process without waiting for it to serve. */
  launch(): ChildProcess {
    const child = spawn(process.execPath, [join(root, 'tools', 'start.mjs')], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(this.logFile, { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.child = child;
    return child;
  }

  /** Starts and resolves with a client of the demo account once the suite answers. */
  async start(): Promise<HalClient> {
    const child = this.launch();
    let exited = false;
    child.once('exit', () => (exited = true));
    return until(
      'the suite to answer',
      async () => {
        if (exited) throw new Error(`the suite exited: ${await this.log()}`);
        const client = await HalClient.fromFile(this.demoFile);
        const { status } = await client.get('/');
        return status === 200 ? client : undefined;
      },
      60_000,
    );
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

  /** The embedded Postgres as its administrator, who sees everything. */
  async postgresUrl(): Promise<string> {
    const read = async (...path: string[]) => (await readFile(join(this.dataDir, 'postgres', ...path), 'utf8')).trim();
    const [port, password] = await Promise.all([read('port'), read('cluster', 'superuser.password')]);
    return `postgres://halyard:${password}@127.0.0.1:${port}/halyard`;
  }

  async remove(): Promise<void> {
    await this.end('SIGINT');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
