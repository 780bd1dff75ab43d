import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@halyard/observability';
import type { PostgresBinaries } from './binaries.js';
import { cleanEnvironment } from './cluster.js';
import { ownerParameter } from './postmaster.js';
import type { RunAs } from './run-as.js';
import { diesWithParent } from './run-as.js';

const FAST_SHUTDOWN_MS = 10_000;
const LINES_KEPT = 20;

/**
 * For a laptop: little memory, yet every commit on disk. What the server logs must not quote data, so it logs no
 * refused statement: those errors reach whoever sent it.
 */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
  'shared_buffers=128MB',
  'max_wal_size=512MB',
  'min_wal_size=80MB',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_line_prefix=',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];

/** Stands by where the kernel can't stop a child with its parent: our end of its standard input closes when we die. */
function watchFor(pid: number): ChildProcess {
  const script = `process.stdin.resume().on('close', () => { try { process.kill(${pid}, 'SIGINT'); } catch {} });`;
  const watcher = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  return watcher;
}

/** One run of the server program. */
export class PostgresProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #running = true;
  readonly exited: Promise<void>;

  constructor(binaries: PostgresBinaries, runAs: RunAs, dir: string, port: number, logger: Logger) {
    const guard = diesWithParent();
    const parameters = [...settings, `port=${port}`, ownerParameter(process.pid)].flatMap((line) => ['-c', line]);
    const [command = '', ...rest] = [
      ...runAs.prefix,
      ...(guard ?? []),
      binaries.postgres,
      '-D',
      dir,
      ...parameters,
      // Ends the command with a parameter of no weight, so that each of the others is followed by a blank.
      '--cluster_name=halyard',
    ];
    // A session of its own: Ctrl-C at the terminal is for us, and the server must outlive what we then still finish.
    this.#child = spawn(command, rest, { env: cleanEnvironment, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const watcher = guard || this.#child.pid === undefined ? undefined : watchFor(this.#child.pid);
    this.#child.once('error', (error) => this.#lines.push(error.message));
    if (this.#child.stderr) createInterface(this.#child.stderr).on('line', (line) => this.#heard(line, logger));
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

  /** The last lines that the server wrote. */
  get output(): string {
    return this.#lines.join('\n');
  }

  /** Ends it fast: open transactions are rolled back, everything committed is on disk. */
  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#child.kill('SIGINT');
    const overdue = new AbortController();
    const late = setTimeout(FAST_SHUTDOWN_MS, undefined, { signal: overdue.signal }).then(
      () => this.#child.kill('SIGQUIT'),
      () => undefined,
    );
    await this.exited;
    overdue.abort();
    await late;
  }

  #heard(line: string, logger: Logger): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT) this.#lines.shift();
    if (/^(?:FATAL|PANIC):/.test(line)) logger.warn({ postgres: line }, 'the embedded Postgres complains');
    else logger.debug({ postgres: line }, 'the embedded Postgres says');
  }
}
