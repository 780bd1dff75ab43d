// Sends a load from a process of its own, so that its CPU can be told apart. Controlled by its parent.
import { setTimeout as delay } from 'node:timers/promises';
import { serveParent } from '../child.ts';
import { Connection } from './connection.ts';
import type { Load, LoadFigures } from './load.ts';
import { keys, RequestBytes } from './request-bytes.ts';
import { Tally } from './tally.ts';

/** How long to wait for answers after the last request, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The Retry-After of a 503, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

class Generator {
  private readonly load: Load;
  private readonly connections: readonly Connection[];
  private tally = new Tally();
  private succeededBefore = 0;
  private sent = 0;
  /** When the next request is due, at a fixed rate. */
  private dueAt = performance.now();
  private ending = false;

  constructor(load: Load) {
    this.load = load;
    const origin = new URL(load.origin);
    const nextKey = keys();
    this.connections = Array.from({ length: load.connections }, () => {
      const request = new RequestBytes(load.request, origin.host, nextKey);
      return new Connection({
        origin,
        ca: load.ca,
        next: () => (this.goesOn() ? request.next() : undefined),
        answered: (status, text, { waitedMs, writtenMs }) => {
          if (status === load.expected) this.tally.succeed(waitedMs);
          else if (status === 503) this.tally.refuse(writtenMs);
          else this.tally.fail(String(status), waitedMs, text());
          return status === 503 ? RETRY_AFTER_MS : this.pauseMs();
        },
        lost: (tookMs) => this.tally.fail('connection lost', tookMs),
      });
    });
  }

  /** Requests that could not be sent on time are not made up for. */
  private pauseMs(): number {
    const { perSecond } = this.load;
    if (perSecond === undefined) return 0;
    const now = performance.now();
    this.dueAt = Math.max(now, this.dueAt + 1_000 / perSecond);
    return this.dueAt - now;
  }

  private goesOn(): boolean {
    if (this.allSent) return false;
    this.sent += 1;
    return true;
  }

  private get allSent(): boolean {
    return this.ending || this.sent === this.load.requestsMax;
  }

  private get isDone(): boolean {
    return this.allSent && !this.connections.some(({ isWaiting }) => isWaiting);
  }

  measure(): void {
    this.succeededBefore += this.tally.successes;
    this.tally = new Tally();
  }

  async end(): Promise<LoadFigures> {
    this.tally.close();
    this.ending = this.load.requestsMax === undefined;
    const deadline = performance.now() + PATIENCE_MS;
    while (!this.isDone && performance.now() < deadline) await delay(10);
    for (const connection of this.connections) {
      if (connection.isWaiting) this.tally.fail('no answer', connection.waitedMs);
      connection.close();
    }
    return this.tally.figures(this.succeededBefore + this.tally.successes);
  }
}

let generator!: Generator;
const calls = {
  open: (load: Load): void => void (generator = new Generator(load)),
  /** Starts counting: everything before this was the warm-up. */
  measure: (): void => generator.measure(),
  /** Stops sending, and waits for the answers. */
  end: (): Promise<LoadFigures> => generator.end(),
};
export type GeneratorCalls = typeof calls;
serveParent(calls);
