import { type ReadyMessage, REFUSED } from '@halyard/service';
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Environment } from '@halyard/config';
import { backoffMs, pause } from '@halyard/core';
import { StartFailure } from '../start-failure.js';

const PRELUDE = import.meta.resolve('@halyard/service/prelude');
const RESTART_DELAY_MS = { first: 100, max: 5_000 };
/** Some 15 seconds in all, in addition to the time of each start. */
const FIRST_STARTS_MAX = 8;
/** Longer than a process waits for its requests in flight. */
const STOP_TIMEOUT_MS = 20_000;

interface ProcessSpec {
  /** For example `transfers.1`. */
  readonly name: string;
  readonly program: string;
  /** The environment of the next run. */
  readonly nextEnv: () => Environment;
  /** Called with each line of its standard output and standard error. */
  readonly onLine: (line: string) => void;
  /** Called when it serves, after the first start and every restart. */
  readonly onReady: (ready: ReadyMessage, pid: number) => void;
  /** Called when it has ended by itself and will be restarted. */
  readonly onLoss: (how: string) => void;
}

const exitCode = (code: number | null): string => `code ${code}`;

interface ProcessRun {
  readonly child: ChildProcess;
  /** Rejects if it ends before it serves. */
  readonly ready: Promise<void>;
  readonly exited: Promise<string>;
}

/** A process that is restarted when it ends by itself. It also ends when this process ends, however that happens. */
export class ManagedProcess {
  private run: ProcessRun | undefined;
  private stopping = false;

  constructor(private readonly spec: ProcessSpec) {}

  /**
   * Starts the process, and retries, since the cause of a failure may pass (a starting database, say). @throws
   * StartFailure if it ends before it serves
   */
  async start(): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      const run = this.launch();
      try {
        return await this.serve(run);
      } catch (error) {
        const mayPass = (await run.exited) !== exitCode(REFUSED) && failures < FIRST_STARTS_MAX;
        if (mayPass) await pause(backoffMs(failures, RESTART_DELAY_MS));
        if (!mayPass || this.stopping) throw error;
      }
    }
  }

  /**
   * Replaces the run by a new one. With `overlap` both can listen, so the new one starts first. Resolves once the new
   * one serves and the old one is gone.
   */
  async replace({ overlap }: { readonly overlap: boolean }): Promise<void> {
    const old = this.run;
    if (overlap) {
      await this.serve(this.launch());
      if (old) await end(old);
    } else {
      this.run = undefined;
      if (old) await end(old);
      await this.start();
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.run) await end(this.run);
  }

  private async serve(run: ProcessRun): Promise<void> {
    await run.ready;
    void this.supervise(run);
  }

  private launch(): ProcessRun {
    const run = launch(this.spec);
    this.run = run;
    return run;
  }

  private async supervise(run: ProcessRun): Promise<void> {
    for (let current = run; ;) {
      const how = await current.exited;
      if (this.stopping || this.run !== current) return;
      this.spec.onLoss(how);
      const next = await this.relaunch();
      if (!next) return;
      current = next;
    }
  }

  /** @returns undefined once it has been stopped or replaced */
  private async relaunch(): Promise<ProcessRun | undefined> {
    for (let failures = 1; ; failures += 1) {
      const run = this.launch();
      const isReady = await run.ready.then(
        () => true,
        () => false,
      );
      if (!isReady) await pause(backoffMs(failures, RESTART_DELAY_MS));
      if (this.stopping || this.run !== run) return undefined;
      if (isReady) return run;
    }
  }
}

/**
 * The process runs in its own session: Ctrl-C at the terminal is for the parent, which stops its processes in order.
 */
function launch({ name, program, nextEnv, onLine, onReady }: ProcessSpec): ProcessRun {
  const child = fork(program, {
    env: { ...nextEnv() },
    execArgv: [`--import=${PRELUDE}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let lastLine = '';
  const hear = (line: string): void => {
    lastLine = line;
    onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, hear);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Waits for `close` and not for `exit`: by then the last lines, which may say why, have been read.
    child.once('close', (code, signal) => resolve(signal ?? exitCode(code)));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      onReady(message as ReadyMessage, child.pid ?? 0);
      resolve();
    });
    void exited.then((how) => reject(new StartFailure(failureOf(name, how, lastLine))));
  });
  ready.catch(() => undefined);
  return { child, ready, exited };
}

/** Why a process ended before it served, in its own words if it has refused to start. */
const failureOf = (name: string, how: string, lastLine: string): string =>
  how === exitCode(REFUSED)
    ? `${name}: ${lastLine.replace(/^halyard: /, '')}`
    : `${name} ended with ${how} before it served.`;

const eachLine = (stream: Readable, onLine: (line: string) => void): void => {
  createInterface({ input: stream }).on('line', onLine);
};

/** Ends the process, with limited time to finish the requests in flight. */
async function end({ child, exited }: ProcessRun): Promise<void> {
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(overdue);
}
