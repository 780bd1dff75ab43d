import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import { LOGGER } from '@halyard/observability';
import { DeliveryAttempts } from './delivery-attempts.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery } from './delivery-queue.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliverySignal } from './delivery-signal.js';
import { OutcomeLog } from './outcome-log.js';
import { WakeUp } from './wake-up.js';

/**
 * Sends what is due. Any number of workers may run: a delivery belongs to whoever leases it, and is sent again when its
 * worker dies before the outcome was written. Between announcements and due times it does nothing at all.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: DeliveryLanes;
  private readonly outcomes: OutcomeLog;
  private readonly wakeUp = new WakeUp();
  private readonly inFlight = new Set<Promise<void>>();
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
    await this.signal.start(() => this.wakeUp.now());
    await this.queue.takeOverFromDead(this.clock.system());
    this.running = this.run();
  }

  /** Finishes what is in flight, and gives back the rest. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.wakeUp.now();
    await this.running;
    await Promise.all(this.inFlight);
    await this.outcomes.close();
    await this.queue.release(this.lanes.drain(), this.clock.system());
    await this.signal.stop();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        const nextDueAt = await this.fill();
        this.dispatch(this.lanes.take());
        await this.wakeUp.until(nextDueAt, this.clock.system());
      } catch (error) {
        this.logger.error({ err: error }, 'deliveries could not be claimed');
        await this.wakeUp.after(this.limits.pauseAfterFailureMs);
      }
    }
  }

  /**
   * Claims what there is room for.
   *
   * @returns when to look again even if nothing is announced: at a later due time, or when claims made now, by this worker
   *   or by others, will have ended without an outcome
   */
  private async fill(): Promise<Date | undefined> {
    const waiting = await this.queue.waitingLanes();
    const now = this.clock.system();
    const leasedUntil = new Date(now.getTime() + this.limits.leaseMs);
    const rooms = this.lanes.rooms(waiting, now);
    if (rooms.size > 0) {
      this.lanes.add(rooms, await this.queue.claim(rooms, { worker: this.signal.worker, now, leasedUntil }));
    }
    const times = waiting.map(({ dueAt }) => (dueAt > now ? dueAt : leasedUntil).getTime());
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  }

  private dispatch(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const attempt = this.attempt(delivery).finally(() => {
        this.inFlight.delete(attempt);
        if (this.stopped) return;
        const { next, askAgain } = this.lanes.finish(delivery);
        this.dispatch(next);
        if (askAgain) this.wakeUp.now();
      });
      this.inFlight.add(attempt);
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const at = this.clock.system();
    const lastsMs = delivery.leasedUntil.getTime() - at.getTime();
    // It waited too long behind a slow subscriber: soon it is anyone's, and must not be sent by two.
    if (lastsMs <= this.limits.attemptTimeoutMs) return;
    try {
      const result = await this.attempts.make(delivery);
      const durationMs = this.clock.system().getTime() - at.getTime();
      const { id: deliveryId, recordedAt } = delivery;
      this.outcomes.add({ id: newId(), deliveryId, recordedAt, at, durationMs, result });
    } catch (error) {
      this.logger.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be attempted');
    }
  }
}
