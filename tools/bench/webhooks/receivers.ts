import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Role } from '../cpu/cpu-meter.ts';

const PATIENCE_MS = 600_000;

/** The deliveries, and their delay after the event, measured by the clock that both processes share. */
export interface HeardDeliveries {
  readonly deliveries: number;
  /** Since the endpoints were opened. */
  readonly total: number;
  /** How many deliveries, since the endpoints were opened, came after a later one of the same endpoint. */
  readonly overtaken: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** A `hanging` endpoint accepts requests and never answers. */
type EndpointKind = 'answering' | 'hanging';

export type ReceiverCommand =
  | { readonly do: 'open'; readonly endpoints: number; readonly kind: EndpointKind }
  | { readonly do: 'measure' | 'tell' }
  | { readonly do: 'await'; readonly total: number };

/** `await` is answered once that many deliveries have arrived since the start, the other commands at once. */
export type ReceiverReply =
  | { readonly done: 'open'; readonly ports: readonly number[] }
  | { readonly done: 'measure' | 'await' }
  | { readonly done: 'tell'; readonly heard: HeardDeliveries };

/** Endpoints on loopback, each on a port of its own, in one process. */
export class Receivers {
  private readonly child: ChildProcess;
  private readonly ended = new AbortController();
  urls: readonly string[] = [];

  private constructor(child: ChildProcess) {
    this.child = child;
    child.once('exit', () => this.ended.abort(new Error('the receivers have ended by themselves')));
  }

  static async start(endpoints: number, kind: EndpointKind = 'answering'): Promise<Receivers> {
    const receivers = new Receivers(fork(join(import.meta.dirname, 'receiver.ts'), { execArgv: [] }));
    const reply = await receivers.ask({ do: 'open', endpoints, kind });
    if (reply.done === 'open') receivers.urls = reply.ports.map((port) => `http://127.0.0.1:${port}/`);
    return receivers;
  }

  get roles(): ReadonlyMap<number, Role> {
    return new Map([[this.child.pid ?? 0, { group: 'receivers' }]]);
  }

  /** Starts counting: everything before this was the warm-up. */
  async measure(): Promise<void> {
    await this.ask({ do: 'measure' });
  }

  async heard(): Promise<HeardDeliveries> {
    const reply = await this.ask({ do: 'tell' });
    if (reply.done !== 'tell') throw new Error(`the receivers answered ${reply.done}`);
    return reply.heard;
  }

  /** Waits until `total` deliveries have arrived since the start. @throws Error when they don't */
  async all(total: number): Promise<void> {
    try {
      await this.ask({ do: 'await', total }, PATIENCE_MS);
    } catch (error) {
      throw new Error(`${(await this.heard()).total} of ${total} deliveries have come`, { cause: error });
    }
  }

  close(): void {
    this.child.disconnect();
  }

  private async ask(command: ReceiverCommand, patienceMs = 10_000): Promise<ReceiverReply> {
    const signal = AbortSignal.any([this.ended.signal, AbortSignal.timeout(patienceMs)]);
    const answered = once(this.child, 'message', { signal });
    this.child.send(command);
    const [reply] = (await answered) as [ReceiverReply];
    return reply;
  }
}
