import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import type { RecordedDelivery } from '../../event/recorded-delivery.js';
import type { ClaimedDelivery } from '../delivery.js';
import { DeliveryLimits } from '../delivery-limits.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryQueue, type Holder } from './delivery-queue.rows.js';
import { LaneLeases } from './lane-leases.js';

interface PrefetchFill {
  readonly claimed: readonly ClaimedDelivery[];
  /** The time of the next filling, in milliseconds since 1970, if nothing is announced before. */
  readonly fillAt: number | undefined;
}

/**
 * The deliveries that a worker holds in memory. It has read them from the queue ahead of time, or got them directly
 * when their events were recorded.
 */
@Injectable()
export class DeliveryPrefetch {
  readonly lanes: DeliveryLanes;
  private readonly leases: LaneLeases;
  /** Subscriptions whose deliveries could not be attempted, and the time until which each is left alone. */
  private readonly resting = new Map<string, number>();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
  ) {
    this.lanes = new DeliveryLanes(limits);
    this.leases = new LaneLeases(queue, limits);
  }

  /** Claims as many deliveries as there is room for, from subscriptions that are free or that the holder leases. */
  async fill(holder: Holder): Promise<PrefetchFill> {
    const now = this.clock.system();
    // Forgets subscriptions whose rest is over. A deleted or paused one would otherwise stay here for ever.
    for (const subscriptionId of this.resting.keys()) this.isResting(subscriptionId, now);
    this.letGo(this.leases.ended(now));
    const asking = this.lanes.ask();
    const waiting = (await this.queue.waitingLanes()).filter(
      ({ subscriptionId }) => !this.isResting(subscriptionId, now),
    );
    const mine = await this.leases.take(waiting, holder, now);
    // The lanes to release: they are paused, deleted, leased by another worker, or resting.
    const isMine = new Set(mine);
    this.letGo(this.lanes.names().filter((name) => !isMine.has(name)));

    const claiming = asking.claim(mine);
    const claimed = await this.queue.claim(claiming.rooms, claiming.holds);
    claiming.add(claimed);
    const lookAt = this.leases.nextLookAt(waiting, new Set(this.lanes.names()));
    const times = [...this.resting.values(), ...(lookAt === undefined ? [] : [lookAt])];
    return { claimed, fillAt: times.length > 0 ? Math.min(...times) : undefined };
  }

  /**
   * Takes recorded deliveries without a look into the queue. @returns those that it took; the queue keeps the others
   */
  hand(deliveries: readonly RecordedDelivery[]): RecordedDelivery[] {
    const now = this.clock.system();
    return deliveries.filter((delivery) => {
      const { id } = delivery.subscription;
      return this.covers(id, now) && !this.isResting(id, now) && this.lanes.hand(delivery);
    });
  }

  /** Whether an attempt may begin now. */
  covers(subscriptionId: string, now: Date): boolean {
    return this.leases.covers(subscriptionId, now);
  }

  /** Leaves a subscription alone for a moment, because an attempt could not be made. */
  rest(subscriptionId: string): void {
    this.resting.set(subscriptionId, this.clock.system().getTime() + this.limits.pauseAfterFailureMs);
  }

  /** Starts anew, without leases. Attempts in flight run to their end. */
  letGoOfAll(): void {
    this.lanes.letGoOfAll();
    this.leases.forgetAll();
  }

  /** Ends the leases of a holder that has stopped. */
  async release({ worker, former }: Holder): Promise<void> {
    for (const number of [worker, ...former]) await this.queue.release(number);
  }

  private letGo(subscriptionIds: readonly string[]): void {
    this.lanes.letGo(subscriptionIds);
    this.leases.forget(subscriptionIds);
  }

  private isResting(subscriptionId: string, now: Date): boolean {
    const untilMs = this.resting.get(subscriptionId) ?? 0;
    if (untilMs > now.getTime()) return true;
    this.resting.delete(subscriptionId);
    return false;
  }
}
