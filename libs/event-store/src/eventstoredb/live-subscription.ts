import { keepRunning } from '@halyard/background';
import type { Position, StoredEvent, StoreReader, SubscriptionBatch, SubscriptionOptions } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import { Arrivals } from './arrivals.js';
import type { Connection } from './connection.js';
import { knownPosition, positionOf, streamOf, subscribeRequest, toStoredEvent } from './messages.js';
import type { ReadResponse } from './protocol.js';

const RETRY_MS = { first: 50, max: 1_000 };

/**
 * Follows the global order. If the call is lost, it restarts after the last handled batch. Prefixes are filtered here:
 * the server leaves out only system streams. So the position reaches the store's head as soon as the head's event
 * comes, however rarely the server reports its progress (ADR 13).
 */
export class LiveSubscription implements StoreReader {
  private readonly stopping = new AbortController();
  private position: Position;
  private readonly prefixes: readonly string[];
  private failure: { readonly reason: unknown } | undefined;
  /** Resolves once no batch is being handled, and no other will be. */
  readonly ended: Promise<void>;

  constructor(
    private readonly connection: Connection,
    private readonly namespace: Namespace,
    private readonly options: SubscriptionOptions,
    private readonly onLost: (error: unknown) => void,
  ) {
    this.position = options.from;
    this.prefixes = options.streamPrefixes.map((prefix) => namespace.stored(prefix));
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const follow = (onProgress: () => void) => this.follow(onProgress);
    await keepRunning(follow, { signal, backoff: RETRY_MS, onFailure: this.onLost });
    if (this.failure) this.options.onFailure(this.failure.reason);
  }

  /** Follows one call until the subscription ends. Rejects if the call is lost. */
  private async follow(onProgress: () => void): Promise<void> {
    for (let isOver = false; !isOver;) {
      const from = this.position;
      try {
        await this.followCall(onProgress);
        isOver = true;
      } catch (error) {
        if (!(isTooSlow(error) && this.position > from)) throw error;
      }
    }
  }

  private async followCall(onProgress: () => void): Promise<void> {
    const { signal } = this.stopping;
    const arrivals = new Arrivals<ReadResponse>(await this.connection.read(subscribeRequest(this.position)));
    const close = (): void => arrivals.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      while (!signal.aborted) {
        const responses = await arrivals.take();
        if (this.stopping.signal.aborted) return;
        if (!responses) throw new Error('The event store ended the call');
        onProgress();
        await this.deliver(responses);
      }
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  private async deliver(responses: readonly ReadResponse[]): Promise<void> {
    try {
      const batch = this.batchOf(responses);
      if (batch.position === this.position) return;
      await this.options.onBatch(batch);
      this.position = batch.position;
    } catch (reason) {
      this.failure = { reason };
      this.stopping.abort();
    }
  }

  private batchOf(responses: readonly ReadResponse[]): SubscriptionBatch {
    const events: StoredEvent[] = [];
    let { position } = this;
    for (const { event: read, checkpoint } of responses) {
      const event = read?.event;
      if (event) {
        position = positionOf(event);
        const stream = streamOf(event);
        if (this.prefixes.some((prefix) => stream.startsWith(prefix))) {
          events.push(toStoredEvent(event, this.namespace));
        }
      } else if (checkpoint) {
        const looked = knownPosition(checkpoint.commit) ?? position;
        if (looked > position) position = looked;
      }
    }
    return { events, position };
  }
}

/**
 * Whether the server dropped the subscription because its buffer of 32 events was full. Servers up to 23.10 do this to
 * a live subscription, which then catches up.
 */
const isTooSlow = (error: unknown): boolean => error instanceof Error && /\btoo slow\b/i.test(error.message);
