import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keepRunning } from '@halyard/background';
import { pause } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import { endLeftBehind } from './end-left-behind.js';
import { freePort } from './free-port.js';
import type { Keeper, LocalServer } from './local-server.js';
import { LocalServerError } from './local-server-error.js';
import type { ServerProcess } from './server-process.js';

const POLL_MS = 15;
/** Long, because a killed server first recovers from its log. */
const START_TIMEOUT_MS = 120_000;
const PORT_TRIES_MAX = 5;
const RESTART_DELAY_MS = { first: 100, max: 5_000 };

interface SupervisorOptions {
  /** On 127.0.0.1. Default: the port of the last start, or any free one. */
  readonly port?: number;
  /** How long a server may take to accept connections. Default: two minutes. */
  readonly startTimeoutMs?: number;
  readonly logger: Logger;
}

class PortTaken extends Error {}

/**
 * A server that already runs there is used if the process that started it lives, and replaced if it was left behind.
 */
export class Supervisor {
  #port = 0;
  #process?: ServerProcess;
  #keeper?: Keeper;
  #supervision: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(
    private readonly server: LocalServer,
    private readonly options: SupervisorOptions,
  ) {}

  get port(): number {
    return this.#port;
  }

  /** @throws LocalServerError naming the obstacle */
  async start(): Promise<void> {
    const { portFile } = this.server;
    const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
    this.#port = this.options.port ?? (remembered || (await freePort()));
    try {
      this.#keeper = await this.#attachOnAnyPort();
      writeFileSync(portFile, `${this.#port}\n`);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#supervision = this.#supervise(this.#keeper);
  }

  /** Ends the server, unless another live process started it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#keeper?.close().catch(() => undefined);
    await this.#supervision;
    await this.#process?.stop();
  }

  async #attachOnAnyPort(): Promise<Keeper> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#attach();
      } catch (error) {
        if (!(error instanceof PortTaken)) throw error;
        if (this.options.port !== undefined || tries === PORT_TRIES_MAX) {
          throw this.server.error(
            `Port ${this.#port} of 127.0.0.1 is taken: stop what listens there, or choose another port for ${this.server.name}`,
          );
        }
        this.#port = await freePort();
      }
    }
  }

  async #supervise(first: Keeper): Promise<void> {
    for (let keeper: Keeper | undefined = first; keeper; keeper = await this.#recover()) {
      this.#keeper = keeper;
      await keeper.lost;
      if (this.#stopping.signal.aborted) return;
      this.options.logger.error(`${this.server.name} is gone, starting it again`);
    }
  }

  /** Retries until it succeeds: the obstacle (a full disk, say) can be removed meanwhile. */
  async #recover(): Promise<Keeper | undefined> {
    const { signal } = this.#stopping;
    const { logger } = this.options;
    const keeper = await keepRunning(() => this.#attach(), {
      signal,
      backoff: RESTART_DELAY_MS,
      onFailure: (err, failures) => logger.error({ err, failures }, `${this.server.name} could not be started`),
    });
    if (signal.aborted) await keeper?.close();
    else logger.info({ port: this.#port }, `${this.server.name} is back`);
    return keeper;
  }

  /** Connects to the server that runs on the directory, or starts one. */
  async #attach(): Promise<Keeper> {
    const standing = this.server.find();
    if (!standing) return this.#launch();
    if (standing.orphan) {
      this.options.logger.warn(
        { pid: standing.pid },
        `${this.server.name} was left behind by an earlier run: stopping it`,
      );
      await endLeftBehind(this.server, standing);
      return this.#launch();
    }
    const keeper = await this.#reachWhile(() => this.server.find()?.pid === standing.pid);
    return keeper ?? this.#launch();
  }

  async #launch(): Promise<Keeper> {
    await this.#process?.exited;
    this.#stopping.signal.throwIfAborted();
    const launched = await this.server.launch(this.#port);
    this.#process = launched;
    const keeper = await this.#reachWhile(() => launched.running);
    if (keeper) return keeper;
    if (this.server.find()) return this.#attach(); // another process was faster
    if (this.server.wasRefusedPort(launched.output, this.#port)) throw new PortTaken(`port ${this.#port} is taken`);
    throw this.server.error(`${this.server.dir}: ${this.server.name} did not start: ${launched.output}`);
  }

  /** Waits until the server accepts connections; undefined once it is gone. */
  async #reachWhile(isThere: () => boolean): Promise<Keeper | undefined> {
    const { startTimeoutMs = START_TIMEOUT_MS } = this.options;
    let last: unknown;
    for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += POLL_MS) {
      this.#stopping.signal.throwIfAborted();
      if (!isThere()) return undefined;
      const standing = this.server.find();
      if (standing?.ready) {
        try {
          const keeper = await this.server.reach(standing);
          this.#port = standing.port;
          return keeper;
        } catch (error) {
          if (error instanceof LocalServerError) throw error;
          last = error;
        }
      }
      await pause(POLL_MS);
    }
    throw this.server.error(`${this.server.dir}: ${this.server.name} runs but takes no connections`, { cause: last });
  }
}
