import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@halyard/core';
import type { EventStore, Position, SubscriptionBatch } from '@halyard/event-store';
import type { DataSource } from 'typeorm';
import type { Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { type Runner, StreamReader } from './stream-reader.js';

/** How often a process that does not run a projection looks how far the one that does has come. */
const POLL_MS = 10;

/**
 * Moves one read model along the streams. The stored checkpoint moves with the effect or not at all, so that two
 * runners of one projection, by whatever accident, still apply each event once.
 */
export class ProjectionRunner implements Runner {
  private readonly reader: StreamReader;
  private position: Position = 0n;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly projection: Projection,
    private readonly dataSource: DataSource,
    private readonly checkpoints: Checkpoints,
    store: EventStore,
    onFailure: (error: unknown) => void,
  ) {
    this.reader = new StreamReader(store, {
      streamPrefixes: projection.streamPrefixes,
      from: async () => (this.position = await checkpoints.read(projection.name)),
      onBatch: (batch) => this.handle(batch),
      onFailure,
    });
  }

  start(): void {
    this.position = 0n;
    this.reader.start();
  }

  stop(): Promise<void> {
    return this.reader.stop();
  }

  /**
   * Waits until the read model holds all up to a position, whichever process moves it.
   *
   * @throws DomainError ServiceUnavailable when that takes longer than `timeoutMs`
   */
  async reach(position: Position, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while ((await this.reached()) < position) {
      if (performance.now() > deadline) throw new DomainError('ServiceUnavailable');
      this.reader.hurry();
      await Promise.race([this.moved(), delay(POLL_MS)]);
    }
  }

  /** Throws the read model away and builds it again from the first event on. To be called where it runs. */
  async rebuild(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.projection.clear(tx);
      await this.checkpoints.forget(tx, this.projection.name);
    });
    this.position = 0n;
    await this.reader.restart();
  }

  private async reached(): Promise<Position> {
    return this.reader.isRunning ? this.position : this.checkpoints.read(this.projection.name);
  }

  private async handle({ events, position }: SubscriptionBatch): Promise<void> {
    if (position <= this.position) return;
    await this.dataSource.transaction(async (tx) => {
      await this.checkpoints.move(tx, this.projection.name, this.position, position);
      if (events.length > 0) await this.projection.apply(events, tx);
    });
    this.position = position;
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private moved(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
