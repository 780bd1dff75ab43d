import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position, StoredEvent, Subscription, SubscriptionBatch, SubscriptionOptions } from '../event-store.js';
import { Arrivals } from './arrivals.js';
import type { Connection } from './connection.js';
import { positionOf, streamOf, subscribeRequest, toStoredEvent } from './messages.js';

const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 1000;

/**
 * Follows the global order, and restarts after the last handled batch whenever the call is lost. The server leaves out
 * system streams only; prefixes are filtered here. So the position passes every event that can be the store's head, at
 * once, without relying on how often a server reports its progress (ADR 13).
 */
export class LiveSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private position: Position;
  private failure: { readonly reason: unknown } | undefined;
  /** Resolves once no batch is being handled and none will be. */
  readonly ended: Promise<void>;

  constructor(
    private readonly connection: Connection,
    private readonly options: SubscriptionOptions,
    private readonly onLost: (error: unknown) => void,
  ) {
    this.position = options.from;
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let retryMs = RETRY_MS_MIN;
    while (!signal.aborted) {
      try {
        await this.follow(() => (retryMs = RETRY_MS_MIN));
      } catch (error) {
        if (!signal.aborted) this.onLost(error);
      }
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
    }
    if (this.failure) this.options.onFailure(this.failure.reason);
  }

  /** Ends when the call does, or with the subscription. */
  private async follow(onProgress: () => void): Promise<void> {
    const { signal } = this.stopping;
    const arrivals = new Arrivals<ReadResp>(await this.connection.read(subscribeRequest(this.position)));
    const close = (): void => arrivals.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      while (!signal.aborted) {
        const responses = await arrivals.take();
        if (!responses || this.stopping.signal.aborted) return;
        onProgress();
        await this.deliver(responses);
      }
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  private async deliver(responses: readonly ReadResp[]): Promise<void> {
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

  private batchOf(responses: readonly ReadResp[]): SubscriptionBatch {
    const events: StoredEvent[] = [];
    let { position } = this;
    for (const response of responses) {
      const event = response.getEvent()?.getEvent();
      const checkpoint = response.getCheckpoint();
      if (event) {
        position = positionOf(event);
        const stream = streamOf(event);
        if (this.options.streamPrefixes.some((prefix) => stream.startsWith(prefix))) events.push(toStoredEvent(event));
      } else if (checkpoint) {
        const looked = BigInt(checkpoint.getCommitPosition());
        if (looked > position) position = looked;
      }
    }
    return { events, position };
  }
}
