import { aborted, pause } from '@halyard/core';
import type { Position, SubscriptionBatch } from '@halyard/event-store';
import { START } from '../checkpoints.js';
import { type CommonPage, Member, type MemberOptions } from '../member.js';
import type { ReadModel } from '../read-model.js';
import type { CopyTurns } from '../copy-turns.js';

/** The most events that the common page waits for while a copy joins it. */
const JOINING_EVENTS_MAX = 250;

/** The model that serves, as its copy sees it. */
export interface ServingModel {
  readonly isOnPage: boolean;
  readonly position: Position;
  /** Whether it takes a page that ends at this position. */
  takes(position: Position): boolean;
  /** Resolves when its position may have changed. */
  change(): Promise<void>;
}

/**
 * The copy of a read model. It never goes beyond the model that serves: it catches up by itself, and then moves with it
 * in one transaction. So the copy can take its place at any moment from then on, and facts are published by the model
 * that serves alone.
 */
export class CopyMember extends Member {
  private ending = new AbortController();

  constructor(
    model: ReadModel,
    private readonly serving: ServingModel,
    private pace: { readonly perSecond: number | undefined },
    private readonly turns: CopyTurns,
    page: CommonPage,
    options: MemberOptions,
  ) {
    super(model, page, options);
  }

  goAt(perSecond: number | undefined): void {
    this.pace = { perSecond };
  }

  override takes(position: Position): boolean {
    return this.isInStep && super.takes(position) && this.serving.takes(position);
  }

  /** Leaves the page if the model that serves has left it. */
  keepStep(): void {
    if (this.isOnPage && !this.isInStep) this.beginAgain();
  }

  override beginAgain(): void {
    this.ending.abort();
    super.beginAgain();
  }

  override stop(): Promise<void> {
    this.ending.abort();
    return super.stop();
  }

  /** Unlike a model that serves, a copy exists only while its checkpoint is stored. */
  protected override begin(): Promise<Position | undefined> {
    this.ending = new AbortController();
    return this.page.between(async () => {
      const stored = (await this.options.checkpoints.loadAll()).get(this.model.name);
      await this.know(stored ?? START);
      this.isOnPage = stored !== undefined && this.isInStep;
      return stored && !this.isOnPage ? this.position : undefined;
    });
  }

  /** @returns whether it reads on by itself */
  protected override async handleAlone(batch: SubscriptionBatch): Promise<boolean> {
    const { signal } = this.ending;
    while (batch.position > this.position && !signal.aborted) {
      const part = this.partOf(batch);
      if (this.mayJoinAfter(part)) {
        if (await this.page.between(() => this.joinAfter(batch))) return false;
      } else if (part.position > this.position) {
        await this.takeAtPace(part, signal);
      } else {
        await Promise.race([this.serving.change(), aborted(signal)]);
      }
    }
    return !signal.aborted;
  }

  /** Takes what the model that serves has taken since, while that one stands still. */
  private async joinAfter(batch: SubscriptionBatch): Promise<boolean> {
    const part = this.partOf(batch);
    if (!this.mayJoinAfter(part)) return false;
    if (part.position > this.position) await this.take(part);
    this.isOnPage = this.isInStep;
    return this.isOnPage;
  }

  /**
   * Whether few events are left until the position of the model that serves. That position is behind the copy's if
   * another process has moved both, which the model that serves learns at its next page.
   */
  private mayJoinAfter({ events, position }: SubscriptionBatch): boolean {
    const { serving } = this;
    const isNear = position >= this.position && events.length <= JOINING_EVENTS_MAX;
    return isNear && serving.isOnPage && serving.position === position;
  }

  private async takeAtPace({ events, position }: SubscriptionBatch, signal: AbortSignal): Promise<void> {
    const { perSecond = Infinity } = this.pace;
    const began = performance.now();
    const taken = events.slice(0, perSecond);
    const end = taken.length < events.length ? (taken.at(-1)?.position ?? position) : position;
    await this.turns.take(() => this.take({ events: taken, position: end }));
    const dueMs = (taken.length / perSecond) * 1_000 - (performance.now() - began);
    if (dueMs > 0) await pause(dueMs, signal, this.options.scheduler);
  }

  /** The part of a batch that it has not taken, and the model that serves has. */
  private partOf({ events, position }: SubscriptionBatch): SubscriptionBatch {
    const end = position < this.serving.position ? position : this.serving.position;
    return { events: events.filter((event) => event.position > this.position && event.position <= end), position: end };
  }

  private get isInStep(): boolean {
    return this.serving.isOnPage && this.serving.position === this.position;
  }
}
