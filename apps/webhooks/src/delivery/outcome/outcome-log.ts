import { pause } from '@halyard/core';
import type { Attempt } from '../delivery.js';

interface OutcomeLogOptions {
  readonly settle: (attempts: readonly Attempt[]) => Promise<void>;
  readonly onWritten: (attempts: readonly Attempt[]) => void;
  readonly onFailure: (error: unknown) => void;
  readonly pauseAfterFailureMs: number;
  /** The wait after a small batch. Nobody is in a hurry for outcomes, and each statement is expensive. */
  readonly gatherMs: number;
}

/**
 * The most attempts that one statement writes. When the database was slow, several statements write what has piled up.
 */
const BATCH_MAX = 1_000;
/** With this many outcomes waiting, the next batch begins without a wait. */
const GATHERED = 100;

/**
 * Writes down outcomes in batches. A batch contains the outcomes that came while the last one was written, or shortly
 * after.
 */
export class OutcomeLog {
  private waiting: Attempt[] = [];
  private writing?: Promise<void>;
  private gathering?: AbortController;
  private isClosing = false;

  constructor(private readonly options: OutcomeLogOptions) {}

  add(attempt: Attempt): void {
    this.waiting.push(attempt);
    if (this.waiting.length >= GATHERED) this.gathering?.abort();
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /**
   * Resolves once everything is written, or one more try has failed. Deliveries without a written outcome are sent
   * again.
   */
  async close(): Promise<void> {
    this.isClosing = true;
    this.gathering?.abort();
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_MAX);
      try {
        await this.options.settle(batch);
        this.options.onWritten(batch);
        if (this.waiting.length < GATHERED && !this.isClosing) await this.gather();
      } catch (error) {
        this.options.onFailure(error);
        if (this.isClosing) return;
        this.waiting.unshift(...batch);
        await pause(this.options.pauseAfterFailureMs);
      }
    }
  }

  private async gather(): Promise<void> {
    this.gathering = new AbortController();
    await pause(this.options.gatherMs, this.gathering.signal);
  }
}
