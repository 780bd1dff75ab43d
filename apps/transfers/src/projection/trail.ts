import { pause, type Scheduler } from '@halyard/core';
import type { Position } from '@halyard/event-store';
import type { Checkpoints } from './checkpoints.js';
import { Copies, type CopyToFill } from './copies.js';
import type { CommonPage, MemberOptions } from './member.js';
import type { ServingModel } from './rebuild/copy-member.js';
import type { Runner } from './stream-reader.js';

/** How often a copy that has caught up looks how far another process has moved what serves. */
const POLL_MS = 100;

/** Copies that move alone share no page. */
const NO_PAGE: CommonPage = {
  between: (work) => work(),
  isUpTo: () => false,
  hurry: () => undefined,
};

/**
 * Fills copies while a process of another build moves what serves. No copy goes beyond the stored position of what
 * serves, so that this build publishes nothing and the other one everything.
 */
export class Trail implements Runner {
  private isRunning = false;
  private readonly copies: Copies;

  constructor(private readonly options: MemberOptions) {
    const { checkpoints, scheduler } = options;
    this.copies = new Copies({
      ...options,
      page: NO_PAGE,
      servingOf: (model) => (this.isRunning ? new ModelElsewhere(model, checkpoints, scheduler) : undefined),
    });
  }

  start(): void {
    this.isRunning = true;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.copies.fill([]);
    await this.options.writer.close();
  }

  /** Fills these copies from now on, and no others. */
  fill(wanted: readonly CopyToFill[]): Promise<void> {
    return this.copies.fill(wanted);
  }

  between<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}

/** A model that serves and that another process moves. */
class ModelElsewhere implements ServingModel {
  readonly isOnPage = false;
  position: Position = 0n;

  constructor(
    private readonly model: string,
    private readonly checkpoints: Checkpoints,
    private readonly scheduler: Scheduler | undefined,
  ) {}

  takes(): boolean {
    return false;
  }

  async change(): Promise<void> {
    await pause(POLL_MS, undefined, this.scheduler);
    ({ position: this.position } = await this.checkpoints.load(this.model));
  }
}
