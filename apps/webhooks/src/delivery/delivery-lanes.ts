import type { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery, WaitingLane } from './delivery-queue.js';

interface Lane {
  readonly waiting: ClaimedDelivery[];
  inFlight: number;
}

/** What may be sent now that something was finished, and whether the queue should be asked for more. */
export interface AfterFinish {
  readonly next: readonly ClaimedDelivery[];
  readonly askAgain: boolean;
}

/**
 * What this worker has claimed, in a lane per subscription, so that a slow subscriber fills its own lane and no other.
 * Bookkeeping only: no I/O.
 */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>();
  private claimed = 0;
  private inFlight = 0;
  /** The queue held more, or may have, than could be claimed when it was last asked. */
  private leftSome = false;

  constructor(private readonly limits: DeliveryLimits) {}

  /** How many deliveries each lane that has something due may still claim. */
  rooms(waiting: readonly WaitingLane[], now: Date): Map<string, number> {
    const due = waiting.filter(({ dueAt }) => dueAt <= now);
    let left = this.limits.claimedInTotal - this.claimed;
    const share = Math.max(1, Math.floor(left / Math.max(1, due.length)));
    this.leftSome = false;

    const rooms = new Map<string, number>();
    for (const { subscriptionId } of due) {
      const lane = this.lanes.get(subscriptionId);
      const held = lane ? lane.waiting.length + lane.inFlight : 0;
      const room = Math.min(this.limits.claimedPerSubscription - held, share, left);
      left -= Math.max(0, room);
      if (room > 0) rooms.set(subscriptionId, room);
      else this.leftSome = true;
    }
    return rooms;
  }

  /** Takes in what was claimed for the rooms. */
  add(rooms: ReadonlyMap<string, number>, deliveries: readonly ClaimedDelivery[]): void {
    const free = new Map(rooms);
    for (const delivery of deliveries) {
      const lane = this.lanes.get(delivery.subscriptionId) ?? { waiting: [], inFlight: 0 };
      lane.waiting.push(delivery);
      this.lanes.set(delivery.subscriptionId, lane);
      free.set(delivery.subscriptionId, (free.get(delivery.subscriptionId) ?? 0) - 1);
    }
    this.claimed += deliveries.length;
    if ([...free.values()].some((room) => room <= 0)) this.leftSome = true;
  }

  /** What may be sent now, lane by lane in turn. Each is given back by `finish`. */
  take(): ClaimedDelivery[] {
    const taken: ClaimedDelivery[] = [];
    for (const [subscriptionId, lane] of [...this.lanes]) {
      if (this.inFlight >= this.limits.inTotal) break;
      const next = this.takeFrom(lane);
      if (next.length === 0) continue;
      taken.push(...next);
      // Behind the others, for when not all can be served.
      this.lanes.delete(subscriptionId);
      this.lanes.set(subscriptionId, lane);
    }
    return taken;
  }

  finish({ subscriptionId }: ClaimedDelivery): AfterFinish {
    const lane = this.lanes.get(subscriptionId);
    if (!lane) return { next: [], askAgain: false };
    const othersWait = this.inFlight >= this.limits.inTotal;
    lane.inFlight -= 1;
    this.inFlight -= 1;
    this.claimed -= 1;
    const next = othersWait ? this.take() : this.takeFrom(lane);
    if (lane.waiting.length === 0 && lane.inFlight === 0) this.lanes.delete(subscriptionId);
    // Early enough that the lane does not run dry while the queue is asked.
    return { next, askAgain: this.leftSome && lane.waiting.length <= this.limits.claimedPerSubscription / 2 };
  }

  /** Empties the lanes of what is not in flight. */
  drain(): ClaimedDelivery[] {
    const waiting = [...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    this.claimed -= waiting.length;
    return waiting;
  }

  private takeFrom(lane: Lane): ClaimedDelivery[] {
    const free = Math.min(this.limits.perSubscription - lane.inFlight, this.limits.inTotal - this.inFlight);
    const next = lane.waiting.splice(0, Math.max(0, free));
    lane.inFlight += next.length;
    this.inFlight += next.length;
    return next;
  }
}
