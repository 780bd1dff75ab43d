import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const STOP_TIMEOUT_MS = 10_000;
const LINES_KEPT = 20;

export interface ServerSignals {
  /** Ends a server in good order. */
  readonly stop: NodeJS.Signals;
  /** Sent if that takes too long. */
  readonly force: NodeJS.Signals;
  /** Sent as soon as the process that started the server is gone, however that ended. */
  readonly orphaned: NodeJS.Signals;
}

interface ServerProgram {
  readonly command: readonly string[];
  /** Precedes the command, to run it as another user. */
  readonly prefix?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signals: ServerSignals;
  /** Called with each line of its standard error. */
  readonly heard: (line: string) => void;
}

/** Makes the kernel signal a command as soon as its parent is gone; undefined if the kernel can't. */
function kernelGuard(signal: NodeJS.Signals): readonly string[] | undefined {
  const guard = ['setpriv', `--pdeathsig=${signal.slice('SIG'.length)}`] as const;
  const [program, ...parameters] = guard;
  return spawnSync(program, [...parameters, 'true'], { stdio: 'ignore' }).status === 0 ? guard : undefined;
}

/** For other kernels: the watcher's standard input closes when this process is gone, and it sends the signal. */
function watchFor(pid: number, signal: NodeJS.Signals): ChildProcess {
  const script = `process.stdin.resume().on('close', () => { try { process.kill(${pid}, '${signal}'); } catch {} });`;
  const watcher = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  return watcher;
}

/** One run of a server program. It does not outlive this process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #running = true;
  readonly exited: Promise<void>;

  constructor(private readonly program: ServerProgram) {
    const { env, signals } = program;
    const guard = kernelGuard(signals.orphaned);
    const [command = '', ...parameters] = [...(program.prefix ?? []), ...(guard ?? []), ...program.command];
    // In its own session: Ctrl-C at the terminal is for us, and the server must run until we have finished.
    this.#child = spawn(command, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const watcher = guard || this.#child.pid === undefined ? undefined : watchFor(this.#child.pid, signals.orphaned);
    this.#child.once('error', (error) => this.#lines.push(error.message));
    if (this.#child.stderr) createInterface(this.#child.stderr).on('line', (line) => this.#heard(line));
    this.exited = once(this.#child, 'close')
      .catch(() => undefined)
      .then(() => {
        this.#running = false;
        watcher?.kill();
      });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#running;
  }

  get output(): string {
    return this.#lines.join('\n');
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#child.kill(this.program.signals.stop);
    const overdue = setTimeout(() => this.#child.kill(this.program.signals.force), STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(overdue);
  }

  #heard(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT) this.#lines.shift();
    this.program.heard(line);
  }
}
