import type { DeliveryLimits } from '../delivery-limits.js';
import type { DeliveryQueue, Holder, WaitingLane } from './delivery-queue.rows.js';

/**
 * The lanes that this worker leases, and until when. No attempt begins that could outlast the lease of its lane, so two
 * workers never send to one subscription at the same time. A lease is renewed halfway between its begin and the moment
 * from which attempts could outlast it.
 */
export class LaneLeases {
  private readonly ends = new Map<string, number>();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly limits: DeliveryLimits,
  ) {}

  private renewalAt(endMs: number): number {
    return endMs - (this.limits.leaseMs + this.limits.attemptTimeoutMs) / 2;
  }

  /** Whether an attempt may begin now. */
  covers(subscriptionId: string, now: Date): boolean {
    const endMs = this.ends.get(subscriptionId) ?? 0;
    return endMs - now.getTime() > this.limits.attemptTimeoutMs;
  }

  /** Lanes whose leases have ended. Another worker may have sent to these subscriptions since. */
  ended(now: Date): string[] {
    return [...this.ends].filter(([, endMs]) => endMs <= now.getTime()).map(([id]) => id);
  }

  forget(subscriptionIds: Iterable<string>): void {
    for (const id of subscriptionIds) this.ends.delete(id);
  }

  forgetAll(): void {
    this.ends.clear();
  }

  /** Leases as many of these lanes as possible. @returns all that this worker leases now */
  async take(lanes: readonly WaitingLane[], holder: Holder, now: Date): Promise<string[]> {
    const nowMs = now.getTime();
    const ids = lanes.map(({ subscriptionId }) => subscriptionId);
    const due = ids.filter((id) => this.renewalAt(this.ends.get(id) ?? 0) <= nowMs);
    const leasedUntil = new Date(nowMs + this.limits.leaseMs);
    const leased = await this.queue.lease(due, holder, { now, leasedUntil });
    for (const id of due) {
      if (leased.has(id)) this.ends.set(id, leasedUntil.getTime());
      else this.ends.delete(id);
    }
    return ids.filter((id) => this.ends.has(id));
  }

  /** The time of the next look at these lanes: another worker's lease ends, or one of this worker's must be renewed. */
  nextLookAt(lanes: readonly WaitingLane[], held: ReadonlySet<string>): number | undefined {
    const times = lanes.flatMap(({ subscriptionId, leasedUntil }) => {
      const endMs = this.ends.get(subscriptionId);
      // A lane without an end was free when it was read, but another worker leased it first. The next look finds the
      // end.
      if (endMs === undefined) return leasedUntil?.getTime() ?? 0;
      return held.has(subscriptionId) ? this.renewalAt(endMs) : [];
    });
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
