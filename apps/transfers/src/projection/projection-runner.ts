import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@halyard/core';
import type { EventStore, Position, SubscriptionBatch } from '@halyard/event-store';
import type { RebuildableModel } from '@halyard/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import type { Checkpoint, Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { type Runner, StreamReader } from './stream-reader.js';

/** How often a process that does not run a projection looks how far the one that does has come. */
const POLL_MS = 10;
/** How soon whoever runs a projection sees that another process has emptied it. */
const WATCH_MS = 500;
/** The database ends a batch whose process was stopped in the middle of it: its successor waits for the checkpoint. */
const STALLED_MS = 5_000;

/**
 * Moves one read model along the streams. The stored checkpoint moves with the effect or not at all, so that two
 * runners of one projection, by whatever accident, still apply each event once.
 */
export class ProjectionRunner implements Runner, RebuildableModel {
  private readonly reader: StreamReader;
  private checkpoint: Checkpoint = { position: 0n, rebuilt: 0 };
  private waiting: (() => void)[] = [];
  private watching: AbortController | undefined;

  constructor(
    private readonly projection: Projection,
    private readonly dataSource: DataSource,
    private readonly checkpoints: Checkpoints,
    private readonly store: EventStore,
    onFailure: (error: unknown) => void,
  ) {
    this.reader = new StreamReader(store, {
      streamPrefixes: projection.streamPrefixes,
      from: async () => (this.checkpoint = await checkpoints.load(projection.name)).position,
      onBatch: (batch) => this.handle(batch),
      onFailure,
    });
  }

  get name(): string {
    return this.projection.name;
  }

  get sources(): readonly string[] {
    return this.projection.streamPrefixes;
  }

  start(): void {
    this.checkpoint = { position: 0n, rebuilt: 0 };
    this.reader.start();
    this.watching ??= this.watch();
  }

  async stop(): Promise<void> {
    this.watching?.abort();
    this.watching = undefined;
    await this.reader.stop();
  }

  /**
   * Waits until the read model holds all up to a position, whichever process moves it.
   *
   * @returns how often the read model had been emptied before
   * @throws DomainError ServiceUnavailable when that takes longer than `timeoutMs`
   */
  async reach(position: Position, timeoutMs: number): Promise<number> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const reached = await this.reached();
      if (reached.position >= position) return reached.rebuilt;
      if (performance.now() > deadline) throw new DomainError('ServiceUnavailable');
      this.reader.hurry();
      await Promise.race([this.moved(), delay(POLL_MS)]);
    }
  }

  /**
   * Reads from the read model once it holds all up to a position. What was read while somebody emptied it does not
   * count, and is read again.
   *
   * @throws DomainError ServiceUnavailable when it takes longer than `timeoutMs` to hold that
   */
  async read<Answer>(position: Position, timeoutMs: number, query: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const rebuilt = await this.reach(position, timeoutMs);
      const answer = await query();
      if (await this.isStill(rebuilt)) return answer;
    }
  }

  /** In positions of the global order, which count events in stores of our own and bytes in EventStoreDB. */
  async lag(): Promise<number> {
    const { position } = await this.checkpoints.load(this.name);
    const behind = (await this.store.head()) - position;
    return Math.max(0, Number(behind));
  }

  /** The checkpoint first, as a batch does: the two wait for each other there, and nowhere else. */
  async clear(tx: EntityManager): Promise<void> {
    await this.checkpoints.reset(tx, this.name);
    await this.projection.clear(tx);
  }

  /** Whoever runs the projection sees by itself that it was emptied; here, at once. */
  refill(): void {
    this.reader.beginAgain();
  }

  private async isStill(rebuilt: number): Promise<boolean> {
    const stored = await this.checkpoints.load(this.name);
    if (stored.rebuilt !== this.checkpoint.rebuilt) this.reader.beginAgain();
    return stored.rebuilt === rebuilt;
  }

  private async reached(): Promise<Checkpoint> {
    return this.reader.isRunning ? this.checkpoint : this.checkpoints.load(this.name);
  }

  private async handle({ events, position }: SubscriptionBatch): Promise<void> {
    const from = this.checkpoint;
    if (position <= from.position) return;
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL idle_in_transaction_session_timeout = ${STALLED_MS}`);
      await this.checkpoints.move(tx, this.name, from, position);
      if (events.length > 0) await this.projection.apply(events, tx);
    });
    this.checkpoint = { ...from, position };
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private moved(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private watch(): AbortController {
    const watching = new AbortController();
    void this.watchUntil(watching.signal);
    return watching;
  }

  private async watchUntil(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      // Rejects when it is stopped meanwhile; a database that is away makes the reader begin again anyway.
      await delay(WATCH_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      if (!stopping.aborted) await this.isStill(this.checkpoint.rebuilt).catch(() => undefined);
    }
  }
}
