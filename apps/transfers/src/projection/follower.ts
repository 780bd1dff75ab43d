import { gather } from '@halyard/background';
import { pause } from '@halyard/core';
import type { Position, SubscriptionBatch } from '@halyard/event-store';
import { Copies, type CopyToFill } from './copies.js';
import { type CommonPage, Member, type MemberOptions } from './member.js';
import { TakerFailed } from './page-writer.js';
import type { ReadModel } from './read-model.js';
import { type Runner, StreamReader } from './stream-reader.js';

/** How long the follower waits after a page, so that the next events come together. */
const GATHERING = { minMs: 4, perEventMs: 0.25, maxMs: 20 };
/** After a page of this size, more events are already waiting. */
const LARGE_PAGE_EVENTS = 250;
/** How often the follower checks whether another process has replaced the tables of a read model. */
const WATCH_MS = 2_000;

interface FollowerOptions extends MemberOptions {
  readonly models: readonly ReadModel[];
}

/**
 * Moves all read models along the streams with one subscription. They share one page at a time, and one transaction per
 * page. A read model that is behind, was replaced or fails leaves the common page and catches up by itself, so that none
 * waits for another. A copy that is being rebuilt joins the page once it has caught up with the model that serves.
 * Checkpoints move with the effects or not at all. So each event is applied once, even if two followers run by accident.
 */
export class Follower implements Runner {
  private readonly members: readonly Member[];
  private readonly copies: Copies;
  private readonly reader: StreamReader;
  private watching: AbortController | undefined;
  /** The last position of the current common page; undefined before the first. */
  private taken: Position | undefined;
  private wanted: Position = 0n;
  private gathering: AbortController | undefined;
  /** The page that is being written, or work between pages. */
  private writing: Promise<unknown> = Promise.resolve();
  private readonly page: CommonPage = {
    between: (work) => this.between(work),
    isUpTo: (position) => this.taken !== undefined && position >= this.taken,
    hurry: (position) => this.hurry(position),
  };

  constructor(private readonly options: FollowerOptions) {
    const { store, models, onFailure, scheduler } = options;
    this.members = models.map((model) => new Member(model, this.page, options));
    this.copies = new Copies({
      ...options,
      page: this.page,
      servingOf: (model) =>
        this.watching ? this.members.find(({ projection }) => projection.name === model) : undefined,
    });
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
    await this.fill([]);
    await Promise.all(this.members.map((member) => member.stop()));
    await this.options.writer.close();
  }

  /** Fills these copies from now on, and no others. */
  fill(wanted: readonly CopyToFill[]): Promise<void> {
    return this.copies.fill(wanted);
  }

  /** Runs work while no page is written. The next page waits for it. */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.writing.then(work);
    this.writing = result.catch(() => undefined);
    return result;
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
    await this.between(() => this.write(batch));
    if (batch.events.length < LARGE_PAGE_EVENTS && this.wanted <= batch.position) {
      await this.gather(batch.events.length);
    }
    return true;
  }

  /** Repeats the page until no member fails on it. A member that failed leaves, and processes the page by itself. */
  private async write(batch: SubscriptionBatch): Promise<void> {
    for (;;) {
      const takers = this.all().filter((member) => member.takes(batch.position));
      for (const member of this.copies.members) member.keepStep();
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
      for (const member of this.all()) member.compare(stored?.get(member.projection.name));
    }
  }

  private all(): readonly Member[] {
    return [...this.members, ...this.copies.members];
  }
}
