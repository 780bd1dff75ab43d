import { type Scheduler, TimerScheduler } from '@halyard/core';
import { once } from 'node:events';
import type { Position } from '@halyard/event-store';
import { Rounds } from '@halyard/background';
import type { Runner } from '../../projection/stream-reader.js';
import type { PaymentProcess } from '../payment.process.js';
import type { UnfinishedPayments } from './unfinished-payments.js';

/** How many payments recovery drives at once. The payments that a crash left behind must not crowd out new ones. */
const DRIVEN_MAX = 8;
const PAGE_SIZE = 500;

interface RecoveryLog {
  error(fields: object, message: string): void;
}

/**
 * Finishes payments that were left unfinished. Handlers finish their own payments. When recovery starts, it drives the
 * payments that a crash had left. Later it drives the payments that two sweeps in a row found unfinished and untouched.
 * If nothing is unfinished, the next sweep waits for an event. Driving is idempotent, so a wrong guess that nobody else
 * drives a payment costs only a few reads.
 */
export class PaymentRecovery implements Runner {
  private running: { readonly stopping: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(
    private readonly process: PaymentProcess,
    private readonly unfinished: UnfinishedPayments,
    private readonly sweepMs: number,
    private readonly log: RecoveryLog,
    private readonly scheduler: Scheduler = new TimerScheduler(),
  ) {}

  start(): void {
    if (this.running) return;
    const stopping = new AbortController();
    const rounds = new Rounds({
      round: this.sweeps(stopping.signal),
      onFailure: (err, failures) => this.log.error({ err, failures }, 'a sweep for unfinished payments failed'),
      scheduler: this.scheduler,
    });
    this.running = { stopping, ended: rounds.run(stopping.signal) };
  }

  async stop(): Promise<void> {
    this.running?.stopping.abort();
    await this.running?.ended;
    this.running = undefined;
  }

  private sweeps(stopping: AbortSignal): () => Promise<number> {
    /** The position up to which the previous sweep read. The first sweep uses its own position. */
    let before: Position | undefined;
    return async () => {
      const now = await this.upToDate(stopping);
      if (now !== undefined) {
        const found = await this.finish(before ?? now, stopping);
        const isCalm = found === 0 && now === (before ?? now);
        before = now;
        if (isCalm) await this.unfinished.beyond(now, stopping);
      }
      return this.sweepMs;
    };
  }

  /** @returns undefined if it was stopped */
  private async upToDate(stopping: AbortSignal): Promise<Position | undefined> {
    const known = new AbortController();
    const stopped = once(stopping, 'abort', { signal: known.signal }).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([this.unfinished.upToDate(), stopped]);
    } finally {
      known.abort();
    }
  }

  /** @returns the number of unfinished payments, including those that others drive */
  private async finish(untouchedSince: Position, stopping: AbortSignal): Promise<number> {
    let after: string | undefined;
    for (let found = 0; ;) {
      const page = await this.unfinished.find({ untouchedSince, after, limit: PAGE_SIZE });
      after = page.at(-1);
      found += page.length;
      const left = page.filter((paymentId) => !this.process.isDriving(paymentId));
      const drivers = Array.from({ length: DRIVEN_MAX }, async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) {
          if (!stopping.aborted) await this.drive(next);
        }
      });
      await Promise.all(drivers);
      if (page.length < PAGE_SIZE || stopping.aborted) return found;
    }
  }

  private async drive(paymentId: string): Promise<void> {
    try {
      await this.process.drive(paymentId);
    } catch (error) {
      // The payment stays unfinished, so that the next sweep tries again.
      this.log.error({ err: error, paymentId }, 'a payment could not be finished yet');
    }
  }
}
