import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import { TimerScheduler, Wakeup } from '@halyard/messaging';
import { LOGGER } from '@halyard/observability';
import { DeliveryAttempts } from './delivery-attempts.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery } from './delivery-queue.rows.js';
import { DeliveryQueue } from './delivery-queue.rows.js';
import { DeliverySignal } from '../event/delivery-signal.session.js';
import { OutcomeLog } from './outcome-log.js';

/**
 * Sends what is due. Any number of workers may run: a delivery belongs to whoever leases it, and is sent again when its
 * worker dies before the outcome was written. What one resource tells one subscriber arrives in order, but for
 * repetitions: the attempt of a later delivery begins once those of the earlier ones are over. Between announcements and
 * due times it does nothing at all.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: DeliveryLanes;
  private readonly outcomes: OutcomeLog;
  private readonly wakeup = new Wakeup(new TimerScheduler());
  private readonly inFlight = new Set<Promise<void>>();
  /** The number under which it last claimed anything, which ends with its connection. */
  private former: readonly number[] = [];
  private lastLeaseEndMs = 0;
  private stopped = false;
  private running?: Promise<void>;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempts: DeliveryAttempts,
    private readonly signal: DeliverySignal,
    private readonly clock: Clock,
    private readonly limits: DeliveryLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lanes = new DeliveryLanes(limits);
    this.outcomes = new OutcomeLog({
      settle: (attempts) => queue.settle(attempts),
      onFailure: (error) => this.logger.error({ err: error }, 'outcomes of deliveries could not be written'),
      pauseAfterFailureMs: limits.pauseAfterFailureMs,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.begin();
    this.running = this.run();
  }

  /** Finishes what is in flight, and gives back the rest. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.lanes.close();
    this.wakeup.ring();
    await this.running;
    await Promise.all(this.inFlight);
    await this.outcomes.close();
    // With nothing to give back too: others may wait for what was just finished.
    await this.queue.release(this.lanes.drain());
    await this.signal.stop();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.wakeup.reset();
      try {
        const nextLookAt = await this.fill(this.signal.worker ?? (await this.begin()));
        this.dispatch(this.lanes.take());
        if (!this.stopped) await this.wakeup.wait(nextLookAt && this.msUntil(nextLookAt));
      } catch (error) {
        this.logger.error({ err: error }, 'deliveries could not be claimed');
        // Under its number there may be leases now that it knows nothing of: it goes on without, under another.
        this.lanes.drain();
        await this.signal.stop().catch(() => undefined);
        if (!this.stopped) await this.wakeup.wait(this.limits.pauseAfterFailureMs);
      }
    }
  }

  private msUntil(time: Date): number {
    return Math.max(0, time.getTime() - this.clock.system().getTime());
  }

  /** Starts with no claims at all: those of a former number are anyone's, from now on. */
  private async begin(): Promise<number> {
    this.lanes.drain();
    const worker = await this.signal.start(() => this.wakeup.ring());
    await this.queue.takeOver(this.former);
    this.former = [worker];
    return worker;
  }

  /**
   * Gives back what was not attempted, and claims what there is room for.
   *
   * @returns when to look again even if nothing is announced: at a later due time, or when claims made now, by this worker
   *   or by others, will have ended without an outcome
   */
  private async fill(worker: number): Promise<Date | undefined> {
    await this.giveBack();
    const now = this.clock.system();
    const waiting = await this.queue.waitingLanes(now);
    const leasedUntil = this.leaseEnd(now);
    const rooms = this.lanes.rooms(waiting, now);
    if (rooms.size > 0) this.lanes.add(rooms, await this.queue.claim(rooms, { worker, now, leasedUntil }));

    const times = waiting.flatMap(({ dueAt, nextAt = leasedUntil }) =>
      dueAt > now ? [dueAt.getTime()] : [nextAt.getTime(), leasedUntil.getTime()],
    );
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  }

  private async giveBack(): Promise<void> {
    const given = this.lanes.toGiveBack();
    if (given.length === 0) return;
    await this.queue.release(given);
    this.lanes.forget(given);
  }

  /** Each claim's own, which the queue tells it by. */
  private leaseEnd(now: Date): Date {
    this.lastLeaseEndMs = Math.max(now.getTime() + this.limits.leaseMs, this.lastLeaseEndMs + 1);
    return new Date(this.lastLeaseEndMs);
  }

  private dispatch(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const attempt = this.attempt(delivery).then((wasMade) => {
        this.inFlight.delete(attempt);
        const { next, askAgain } = this.lanes.finish(delivery, { giveBack: !wasMade });
        this.dispatch(next);
        if (askAgain) this.wakeup.ring();
      });
      this.inFlight.add(attempt);
    }
  }

  /** @returns whether an attempt was made, so that what follows may go */
  private async attempt(delivery: ClaimedDelivery): Promise<boolean> {
    const { id: deliveryId, recordedAt, worker, leasedUntil } = delivery;
    const at = this.clock.system();
    // It waited too long behind a slow subscriber: soon it is anyone's, and must not be sent by two.
    if (leasedUntil.getTime() - at.getTime() <= this.limits.attemptTimeoutMs) return false;
    try {
      const result = await this.attempts.make(delivery);
      const durationMs = this.clock.system().getTime() - at.getTime();
      this.outcomes.add({ id: newId(), deliveryId, recordedAt, worker, at, durationMs, result });
      return true;
    } catch (error) {
      this.logger.error({ err: error, deliveryId }, 'a delivery could not be attempted');
      return false;
    }
  }
}
