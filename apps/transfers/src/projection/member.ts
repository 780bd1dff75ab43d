import type { Scheduler } from '@halyard/core';
import type { EventStore, Position, StoredEvent, SubscriptionBatch } from '@halyard/event-store';
import { type Checkpoint, type Checkpoints, movedTo } from './checkpoints.js';
import { EventNotTaken, untaken } from './event-not-taken.js';
import { EventsBehind } from './events-behind.js';
import { type PageWriter, TakerFailed } from './page-writer.js';
import type { Projection } from './projection.js';
import type { Mover, ReadModel } from './read-model.js';
import { type Runner, StreamReader } from './stream-reader.js';

export interface MemberOptions {
  readonly store: EventStore;
  readonly checkpoints: Checkpoints;
  readonly writer: PageWriter;
  readonly onFailure: (error: unknown, model: string) => void;
  readonly scheduler?: Scheduler;
}

/** The page that the members of a follower share. */
export interface CommonPage {
  /** Runs work while no page is written, and lets the next page wait for it. */
  between<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether a read model at this position can join the next page. */
  isUpTo(position: Position): boolean;
  hurry(position: Position): void;
}

/** A read model that this process moves: with the others, or by itself until it has caught up with them. */
export class Member implements Mover, Runner {
  isOnPage = false;
  private readonly reader: StreamReader;
  /** Position of its last failure. From there it takes events one by one, until the one that it can't process. */
  private failedAt: Position | undefined;
  private behind: EventsBehind | undefined;

  constructor(
    protected readonly model: ReadModel,
    protected readonly page: CommonPage,
    protected readonly options: MemberOptions,
  ) {
    const { store, onFailure, scheduler } = options;
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
    this.options.onFailure(cause, this.model.name);
    this.beginAgain();
  }

  hurry(position: Position): void {
    this.page.hurry(position);
  }

  moveTo(position: Position): void {
    this.model.moved(movedTo(this.checkpoint, position));
  }

  /** Whether it takes a page that ends at this position. */
  takes(position: Position): boolean {
    return this.isOnPage && this.position < position;
  }

  compare(stored: Checkpoint | undefined): void {
    if (stored) this.model.compare(stored);
  }

  /** Resolves when its checkpoint changes. */
  change(): Promise<void> {
    return this.model.change();
  }

  protected async begin(): Promise<Position | undefined> {
    // The page that the read model has just left may still move it.
    await this.page.between(() => Promise.resolve());
    await this.know(await this.options.checkpoints.begin(this.model.name, this.projection.shape));
    return this.joins() ? undefined : this.position;
  }

  protected async know(checkpoint: Checkpoint): Promise<void> {
    this.projection.forget?.();
    if (!checkpoint.stoppedAt) await this.goOn();
    this.model.moved(checkpoint);
  }

  protected async handleAlone(batch: SubscriptionBatch): Promise<boolean> {
    if (batch.position > this.position) await this.take(batch);
    return !this.joins();
  }

  protected async take(batch: SubscriptionBatch): Promise<void> {
    const isTakenOneByOne = this.failedAt === this.position && batch.events.length > 0;
    await (isTakenOneByOne ? this.handleOneByOne(batch) : this.write(batch));
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
      await this.options.checkpoints.stopAt(this.model.name, this.checkpoint, stoppedAt);
      this.model.moved({ ...this.checkpoint, stoppedAt });
      this.behind ??= new EventsBehind(this.options.store, this.model, (failure) =>
        this.options.onFailure(failure, this.model.name),
      );
      throw new EventNotTaken(this.model.name, stoppedAt, { cause: error });
    }
  }

  private async write(batch: SubscriptionBatch): Promise<void> {
    try {
      await this.options.writer.write([this], batch);
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
    this.isOnPage = this.page.isUpTo(this.position);
    return this.isOnPage;
  }
}
