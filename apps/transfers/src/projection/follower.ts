import { gather } from '@halyard/background';
import { pause, type Scheduler } from '@halyard/core';
import type { EventStore, Position, StoredEvent, SubscriptionBatch } from '@halyard/event-store';
import { type Checkpoint, type Checkpoints, movedTo } from './checkpoints.js';
import { EventNotTaken, untaken } from './event-not-taken.js';
import { EventsBehind } from './events-behind.js';
import { type PageWriter, TakerFailed } from './page-writer.js';
import type { Projection } from './projection.js';
import type { Mover, ReadModel } from './read-model.js';
import { type Runner, StreamReader } from './stream-reader.js';

/** How long the follower waits after a page, so that the next events come together. */
const GATHERING = { minMs: 4, perEventMs: 0.25, maxMs: 20 };
/** After a page of this size, more events are already waiting. */
const LARGE_PAGE_EVENTS = 250;
/** How often the follower checks whether another process has emptied a read model. */
const WATCH_MS = 2_000;

interface FollowerOptions {
  readonly store: EventStore;
  readonly checkpoints: Checkpoints;
  readonly writer: PageWriter;
  readonly models: readonly ReadModel[];
  readonly onFailure: (error: unknown, model: string) => void;
  readonly scheduler?: Scheduler;
}

/**
 * Moves all read models along the streams with one subscription. They share one page at a time, and one transaction per
 * page. A read model that is behind, was emptied or fails leaves the common page and catches up by itself, so that none
 * waits for another. Checkpoints move with the effects or not at all. So each event is applied once, even if two
 * followers run by accident.
 */
export class Follower implements Runner {
  private readonly members: readonly Member[];
  private readonly reader: StreamReader;
  private watching: AbortController | undefined;
  /** The last position of the current common page; undefined before the first. */
  private taken: Position | undefined;
  private wanted: Position = 0n;
  private gathering: AbortController | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {
    const { store, models, onFailure, scheduler } = options;
    const common: Common = {
      options,
      page: () => this.writing,
      isUpToPage: (position) => this.taken !== undefined && position >= this.taken,
      hurry: (position) => this.hurry(position),
    };
    this.members = models.map((model) => new Member(model, common));
    this.reader = new StreamReader(store, {
      streamPrefixes: [...new Set(models.flatMap(({ sources }) => sources))],
      from: () => this.begin(),
      onBatch: (batch) => this.handle(batch),
      onFailure: (error) => onFailure(error, 'all'),
      scheduler,
    });
  }

  start(): void {
    if (this.watching) return;
    this.taken = undefined;
    this.watching = new AbortController();
    for (const member of this.members) member.enter();
    this.reader.start();
    void this.watch(this.watching.signal);
  }

  async stop(): Promise<void> {
    this.watching?.abort();
    this.watching = undefined;
    this.gathering?.abort();
    // Finish the page first: a read model may leave it while it is being written.
    await this.reader.stop();
    await Promise.all(this.members.map((member) => member.stop()));
    await this.options.writer.close();
  }

  /** The common page begins at the end of the store. A read model that is not there yet catches up first. */
  private async begin(): Promise<Position> {
    if (this.taken === undefined) {
      this.taken = await this.options.store.head();
      for (const member of this.members) member.beginAgain();
    }
    return this.taken;
  }

  private async handle(batch: SubscriptionBatch): Promise<boolean> {
    this.taken = batch.position;
    this.writing = this.write(batch);
    await this.writing;
    if (batch.events.length < LARGE_PAGE_EVENTS && this.wanted <= batch.position) {
      await this.gather(batch.events.length);
    }
    return true;
  }

  /** Repeats the page until no member fails on it. A member that failed leaves, and processes the page by itself. */
  private async write(batch: SubscriptionBatch): Promise<void> {
    for (;;) {
      const takers = this.members.filter(({ isOnPage, position }) => isOnPage && position < batch.position);
      if (takers.length === 0) return;
      try {
        await this.options.writer.write(takers, batch);
        for (const taker of takers) taker.moveTo(batch.position);
        return;
      } catch (error) {
        const isOnes = error instanceof TakerFailed;
        for (const taker of takers) if (!isOnes || error.projection === taker.projection) taker.leave(error);
      }
    }
  }

  private hurry(position: Position): void {
    if (position > this.wanted) this.wanted = position;
    if (this.taken !== undefined && position > this.taken) this.gathering?.abort();
  }

  private async gather(events: number): Promise<void> {
    if (!this.watching) return;
    this.gathering = new AbortController();
    const { signal } = this.gathering;
    await gather(events, GATHERING, { signal, scheduler: this.options.scheduler });
  }

  private async watch(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await pause(WATCH_MS, stopping, this.options.scheduler);
      // The read models begin again even if the database is down.
      const stored = stopping.aborted ? undefined : await this.options.checkpoints.loadAll().catch(() => undefined);
      for (const member of this.members) member.compare(stored?.get(member.projection.name));
    }
  }
}

interface Common {
  readonly options: FollowerOptions;
  /** Resolves once the page being written is finished. */
  page(): Promise<void>;
  /** Whether a read model at this position can join the next page. */
  isUpToPage(position: Position): boolean;
  hurry(position: Position): void;
}

/** A read model that this process moves: with the others, or by itself until it has caught up with them. */
class Member implements Mover, Runner {
  isOnPage = false;
  private readonly reader: StreamReader;
  /** Position of its last failure. From there it takes events one by one, until the one that it can't process. */
  private failedAt: Position | undefined;
  private behind: EventsBehind | undefined;

  constructor(
    private readonly model: ReadModel,
    private readonly common: Common,
  ) {
    const { store, onFailure, scheduler } = common.options;
    this.reader = new StreamReader(store, {
      streamPrefixes: model.sources,
      from: () => this.begin(),
      onBatch: (batch) => this.handleAlone(batch),
      onFailure: (error) => onFailure(error, model.name),
      scheduler,
    });
  }

  get projection(): Projection {
    return this.model.projection;
  }

  get checkpoint(): Checkpoint {
    return this.model.checkpoint;
  }

  get position(): Position {
    return this.checkpoint.position;
  }

  get eventsBehind(): number | undefined {
    return this.behind?.events;
  }

  /** Leaves the page and begins by loading its checkpoint. */
  enter(): void {
    this.isOnPage = false;
    this.model.moveBy(this);
  }

  start(): void {
    this.reader.start();
  }

  async stop(): Promise<void> {
    await this.reader.stop();
    this.isOnPage = false;
    await this.goOn();
    this.model.moveBy(undefined);
  }

  beginAgain(): void {
    this.isOnPage = false;
    this.start();
  }

  leave(cause: unknown): void {
    this.common.options.onFailure(cause, this.model.name);
    this.beginAgain();
  }

  hurry(position: Position): void {
    this.common.hurry(position);
  }

  moveTo(position: Position): void {
    this.model.moved(movedTo(this.checkpoint, position));
  }

  compare(stored: Checkpoint | undefined): void {
    if (stored) this.model.compare(stored);
  }

  private async begin(): Promise<Position | undefined> {
    // The page that the read model has just left may still move it.
    await this.common.page();
    const checkpoint = await this.common.options.checkpoints.begin(this.model.name);
    this.projection.forget?.();
    if (!checkpoint.stoppedAt) await this.goOn();
    this.model.moved(checkpoint);
    return this.joins() ? undefined : checkpoint.position;
  }

  private async handleAlone(batch: SubscriptionBatch): Promise<boolean> {
    if (batch.position > this.position) {
      const isTakenOneByOne = this.failedAt === this.position && batch.events.length > 0;
      await (isTakenOneByOne ? this.handleOneByOne(batch) : this.write(batch));
    }
    return !this.joins();
  }

  /**
   * After the last event the read model is at the end of the batch, so it can join the others before it asks for more.
   */
  private async handleOneByOne({ events, position }: SubscriptionBatch): Promise<void> {
    for (const event of events) await this.handleOne(event, event === events.at(-1) ? position : event.position);
  }

  private async handleOne(event: StoredEvent, position: Position): Promise<void> {
    try {
      await this.write({ events: [event], position });
    } catch (error) {
      if (!(error instanceof TakerFailed && error.isOfEvents)) throw error;
      const stoppedAt = untaken(event, error);
      await this.common.options.checkpoints.stopAt(this.model.name, this.checkpoint, stoppedAt);
      this.model.moved({ ...this.checkpoint, stoppedAt });
      this.behind ??= new EventsBehind(this.common.options.store, this.model, (failure) =>
        this.common.options.onFailure(failure, this.model.name),
      );
      throw new EventNotTaken(this.model.name, stoppedAt, { cause: error });
    }
  }

  private async write(batch: SubscriptionBatch): Promise<void> {
    try {
      await this.common.options.writer.write([this], batch);
    } catch (error) {
      this.failedAt = error instanceof TakerFailed && error.isOfEvents ? this.position : undefined;
      throw error;
    }
    this.moveTo(batch.position);
    await this.goOn();
  }

  /** Ends the count of the events behind, since the read model is no longer stopped. */
  private async goOn(): Promise<void> {
    const { behind } = this;
    this.behind = undefined;
    await behind?.stop();
  }

  private joins(): boolean {
    this.isOnPage = this.common.isUpToPage(this.position);
    return this.isOnPage;
  }
}
