import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@halyard/observability';
import type { PostgresBinaries } from './binaries.js';
import { locateBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { prepareCluster } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { Keeper } from './keeper.js';
import { adminUrl, reach } from './keeper.js';
import { PostgresProcess } from './postgres-process.js';
import { clearStalePidFile, findPostmaster, stopPostmaster } from './postmaster.js';
import type { RunAs } from './run-as.js';
import { unprivileged } from './run-as.js';

const POLL_MS = 15;
/** A server that was killed first replays what it had logged. */
const START_TIMEOUT_MS = 120_000;
const PORT_TRIES_MAX = 5;
const RESTART_DELAY_MIN_MS = 100;
const RESTART_DELAY_MAX_MS = 10_000;

export interface EmbeddedPostgresOptions {
  /** Made at first start. Holds the cluster, the superuser's password (0600) and the port. */
  readonly dataDir: string;
  /** On 127.0.0.1. By default the one of the last start, or any that is free. */
  readonly port?: number;
  readonly logger: Logger;
  /** Told each time that the server is gone without having been stopped; it is started again by itself. */
  readonly onExit?: () => void;
}

export interface EmbeddedPostgres {
  /** Administrator's URL of the database that is there for the services. */
  readonly url: string;
  readonly port: number;
  /** Ends the server, unless another process that still lives had started it. */
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

class PortTaken extends Error {}

class Supervisor implements EmbeddedPostgres {
  #process?: PostgresProcess;
  #keeper?: Keeper;
  #supervision: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly cluster: Cluster,
    private readonly binaries: PostgresBinaries,
    private readonly runAs: RunAs,
    public port: number,
  ) {}

  get url(): string {
    return adminUrl(this.port, this.cluster.password);
  }

  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#keeper = await this.#attach();
        break;
      } catch (error) {
        if (!(error instanceof PortTaken)) throw error;
        if (this.options.port !== undefined || tries === PORT_TRIES_MAX) {
          throw new EmbeddedPostgresError(
            `Port ${this.port} of 127.0.0.1 is taken: stop what listens there, or choose another port for the embedded Postgres`,
          );
        }
        this.port = await freePort();
      }
    }
    writeFileSync(this.cluster.portFile, `${this.port}\n`);
    this.#supervision = this.#supervise(this.#keeper);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#keeper?.close().catch(() => undefined);
    await this.#supervision;
    await this.#process?.stop();
  }

  async #supervise(first: Keeper): Promise<void> {
    for (let keeper: Keeper | undefined = first; keeper; keeper = await this.#recover()) {
      this.#keeper = keeper;
      await keeper.lost;
      if (this.#stopping.signal.aborted) return;
      this.options.logger.error('the embedded Postgres is gone, starting it again');
      this.options.onExit?.();
    }
  }

  /** Until it succeeds: what is in the way (a full disk, say) can be put right while this goes on. */
  async #recover(): Promise<Keeper | undefined> {
    for (let delayMs = RESTART_DELAY_MIN_MS; !this.#stopping.signal.aborted; delayMs *= 2) {
      try {
        const keeper = await this.#attach();
        if (this.#stopping.signal.aborted) await keeper.close();
        else this.options.logger.info({ port: this.port }, 'the embedded Postgres is back');
        return keeper;
      } catch (error) {
        if (this.#stopping.signal.aborted) return undefined;
        const waitMs = Math.min(delayMs, RESTART_DELAY_MAX_MS);
        this.options.logger.error({ err: error, waitMs }, 'the embedded Postgres could not be started');
        await setTimeout(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** Comes to a server that runs on the cluster: one that is there, or else a new one. */
  async #attach(): Promise<Keeper> {
    const standing = findPostmaster(this.cluster.dir);
    if (!standing) return this.#launch();
    if (standing.orphan) {
      this.options.logger.warn({ pid: standing.pid }, 'stopping a Postgres server that an earlier run left behind');
      await stopPostmaster(this.cluster.dir, standing);
      return this.#launch();
    }
    const keeper = await this.#reachWhile(() => findPostmaster(this.cluster.dir)?.pid === standing.pid);
    return keeper ?? this.#launch();
  }

  async #launch(): Promise<Keeper> {
    await this.#process?.exited;
    clearStalePidFile(this.cluster.dir);
    const server = new PostgresProcess(this.binaries, this.runAs, this.cluster.dir, this.port, this.options.logger);
    this.#process = server;
    const keeper = await this.#reachWhile(() => server.running);
    if (keeper) return keeper;
    if (findPostmaster(this.cluster.dir)) return this.#attach(); // another process was faster
    if (/address already in use/i.test(server.output)) throw new PortTaken(`port ${this.port} is taken`);
    throw new EmbeddedPostgresError(`PostgreSQL did not start on ${this.cluster.dir}: ${server.output}`);
  }

  /** Waits until the server takes connections; undefined once it is gone. */
  async #reachWhile(isThere: () => boolean): Promise<Keeper | undefined> {
    let last: unknown;
    for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
      this.#stopping.signal.throwIfAborted();
      if (!isThere()) return undefined;
      const server = findPostmaster(this.cluster.dir);
      if (server?.ready) {
        try {
          const keeper = await reach(server.port, this.cluster);
          this.port = server.port;
          return keeper;
        } catch (error) {
          if (error instanceof EmbeddedPostgresError) throw error;
          last = error;
        }
      }
      await setTimeout(POLL_MS);
    }
    throw new EmbeddedPostgresError(`PostgreSQL runs on ${this.cluster.dir} but takes no connections`, { cause: last });
  }
}

/**
 * Runs a PostgreSQL server of its own on `dataDir`, with the programs that npm installed, as any user. It listens on
 * 127.0.0.1 only, takes a password only, and ends with this process however that ends. A server that dies is started
 * again on the same port. One that already runs on the directory is used if the process that started it lives, and
 * replaced if it was left behind.
 *
 * @throws EmbeddedPostgresError that says what is in the way: directory, port, version, platform
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = locateBinaries();
  const runAs = unprivileged();
  const cluster = await prepareCluster(options.dataDir, binaries, runAs);
  const remembered = existsSync(cluster.portFile) ? Number(readFileSync(cluster.portFile, 'utf8')) : 0;
  const port = options.port ?? (remembered || (await freePort()));
  const supervisor = new Supervisor(options, cluster, binaries, runAs, port);
  try {
    await supervisor.start();
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return supervisor;
}
