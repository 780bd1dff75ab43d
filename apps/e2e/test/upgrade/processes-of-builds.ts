import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@halyard/contracts';
import { freePort } from '@halyard/local-servers/free-port';
import { REFUSED } from '@halyard/service';
import type { SuiteProcess } from '../../src/suite-process.js';

/** As often as `npm run start:distributed` tries a first start. */
const STARTS_MAX = 8;

type Environment = Readonly<Record<string, string>>;

/** A process of a service as a platform runs it: the settings stay, and the build changes. */
interface Place {
  readonly service: ServiceName;
  readonly env: Environment;
  checkout: string;
  child: ChildProcess;
}

/** The environment with which a process was started, without its channel to its parent. Linux tells it. */
const environmentOf = (pid: number): Environment =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((entry) => entry.includes('=') && !entry.startsWith('NODE_CHANNEL_'))
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

/** The bundle of a program of a checkout, which starts in half the time, or else what tsc has built. */
function programOf(checkout: string, program: string): string {
  const bundle = join(checkout, 'dist', `${program.replaceAll('/', '-')}.js`);
  return existsSync(bundle) ? bundle : join(checkout, `${program}.js`);
}

/** Each service as processes of its own, each of which can be replaced by one of another build. */
export class ProcessesOfBuilds {
  private constructor(
    private readonly placed: ReadonlyMap<string, Place>,
    private readonly logFile: string,
  ) {}

  /**
   * Starts the processes that `npm run start:distributed` of the suite's checkout started before, with their settings, and
   * ends those.
   */
  static async takeOver(suite: SuiteProcess): Promise<ProcessesOfBuilds> {
    const settings = (await suite.processes()).map(({ name, service, pid }) => ({
      name,
      service,
      env: environmentOf(pid),
    }));
    await suite.end('SIGINT');
    const start = async ({ name, service, env }: (typeof settings)[number]) => {
      const child = await startProcess(service, env, suite.checkout, suite.logFile);
      return [name, { service, env, checkout: suite.checkout, child }] as const;
    };
    return new ProcessesOfBuilds(new Map(await Promise.all(settings.map(start))), suite.logFile);
  }

  get names(): readonly string[] {
    return [...this.placed.keys()];
  }

  /** Replaces a process by one of another build. Gateways share their port, so the new one serves before the old one ends. */
  async replace(name: string, checkout: string): Promise<void> {
    const placed = this.at(name);
    const old = placed.child;
    placed.checkout = checkout;
    if (placed.service !== 'gateway') await end(old);
    placed.child = await this.start(placed);
    if (placed.service === 'gateway') await end(old);
  }

  /** Kills a process, and starts it again with the build that it had. */
  async kill(name: string): Promise<void> {
    const placed = this.at(name);
    await end(placed.child, 'SIGKILL');
    placed.child = await this.start(placed);
  }

  /** Makes the roles and schemas that a build needs, as the job of the chart does before an upgrade. */
  async provision(checkout: string, databaseAdminUrl: string): Promise<void> {
    const [auth] = this.placed.values();
    const env = { ...auth?.env, DATABASE_ADMIN_URL: databaseAdminUrl };
    const program = programOf(checkout, 'apps/suite/dist/distributed/provision');
    const [code] = (await once(spawn(process.execPath, [program], { env, stdio: 'ignore' }), 'exit')) as [number];
    if (code !== 0) throw new Error(`provision ended with ${code}`);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.placed.values()].map(({ child }) => end(child)));
  }

  private at(name: string): Place {
    const placed = this.placed.get(name);
    if (!placed) throw new Error(`there is no process ${name}`);
    return placed;
  }

  private start({ service, env, checkout }: Place): Promise<ChildProcess> {
    return startProcess(service, env, checkout, this.logFile);
  }
}

/**
 * Starts a process as a platform does, again if it ends before it serves, since the cause may pass. @returns the process
 * once it serves @throws Error if it refuses to start
 */
async function startProcess(
  service: ServiceName,
  env: Environment,
  checkout: string,
  logFile: string,
): Promise<ChildProcess> {
  for (let starts = 1; ; starts += 1) {
    // Gateways of both builds serve at once, each with metrics of its own.
    const child = launch(service, { ...env, METRICS_PORT: String(await freePort()) }, checkout, logFile);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    const code = await Promise.race([once(child, 'message').then(() => 'serves' as const), ended.then(([it]) => it)]);
    if (code === 'serves') return child;
    if (code === REFUSED || starts === STARTS_MAX) {
      const log = readFileSync(logFile, 'utf8').slice(-2_000);
      throw new Error(`${service} of ${checkout} ended with ${String(code)}: ${log}`);
    }
  }
}

function launch(service: ServiceName, env: Environment, checkout: string, logFile: string): ChildProcess {
  const child = fork(programOf(checkout, `apps/${service}/dist/main`), {
    env,
    execArgv: [`--import=${join(checkout, 'libs/service/dist/prelude.js')}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
