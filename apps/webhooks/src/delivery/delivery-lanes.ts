import type { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery, GivenBack, WaitingLane } from './delivery-queue.rows.js';

interface Lane {
  waiting: ClaimedDelivery[];
  /** Resources with a delivery in flight or withheld: what follows of them waits. */
  readonly busy: Set<string>;
  inFlight: number;
}

/** What may be sent now that something was finished, and whether the queue should be turned to. */
export interface AfterFinish {
  readonly next: readonly ClaimedDelivery[];
  readonly askAgain: boolean;
}

/**
 * What this worker has claimed, in a lane per subscription, so that a slow subscriber fills its own lane and no other.
 * Within a lane, the deliveries of one resource go one after the other, in the order in which they were added.
 * Bookkeeping only: no I/O.
 */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly withheld = new Set<ClaimedDelivery>();
  private claimed = 0;
  private inFlight = 0;
  private closed = false;
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

  /** Takes in what was claimed for the rooms, those of one resource in order. */
  add(rooms: ReadonlyMap<string, number>, deliveries: readonly ClaimedDelivery[]): void {
    const free = new Map(rooms);
    for (const delivery of deliveries) {
      const lane = this.lanes.get(delivery.subscriptionId) ?? { waiting: [], busy: new Set(), inFlight: 0 };
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

  /**
   * Ends what was taken. One that is to be given back keeps its place: nothing that follows of its resource is taken until
   * both were given back.
   */
  finish(delivery: ClaimedDelivery, { giveBack }: { readonly giveBack: boolean }): AfterFinish {
    const { subscriptionId, event } = delivery;
    const lane = this.lanes.get(subscriptionId);
    if (!lane) return { next: [], askAgain: false };
    const othersWait = this.inFlight >= this.limits.inTotal;
    lane.inFlight -= 1;
    this.inFlight -= 1;
    if (giveBack) {
      this.withheld.add(delivery);
    } else {
      lane.busy.delete(event.resourceId);
      this.claimed -= 1;
    }
    const next = othersWait ? this.take() : this.takeFrom(lane);
    this.dropIfEmpty(subscriptionId, lane);
    // Early enough that the lane does not run dry while the queue is asked.
    const runsLow = this.leftSome && lane.waiting.length <= this.limits.claimedPerSubscription / 2;
    return { next, askAgain: giveBack || runsLow };
  }

  /** What is to be given back, each with what follows of its resource. All of it keeps its place until `forget`. */
  toGiveBack(): GivenBack[] {
    return [...this.withheld].flatMap((first) => {
      const { waiting = [] } = this.lanes.get(first.subscriptionId) ?? {};
      const following = waiting.filter(({ event }) => event.resourceId === first.event.resourceId);
      return [first, ...following].map((delivery) => ({ delivery, dueAt: first.leasedUntil }));
    });
  }

  forget(given: readonly GivenBack[]): void {
    const gone = new Set(given.map(({ delivery }) => delivery));
    for (const { subscriptionId, event } of gone) {
      const lane = this.lanes.get(subscriptionId);
      if (!lane) continue;
      lane.waiting = lane.waiting.filter((delivery) => !gone.has(delivery));
      lane.busy.delete(event.resourceId);
      this.dropIfEmpty(subscriptionId, lane);
    }
    for (const delivery of gone) this.withheld.delete(delivery);
    this.claimed -= gone.size;
  }

  /** Empties the lanes of what is not in flight, which is due as it ever was. */
  drain(): GivenBack[] {
    const withheld = this.toGiveBack();
    this.forget(withheld);
    const waiting = [...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    for (const [subscriptionId, lane] of this.lanes) this.dropIfEmpty(subscriptionId, lane);
    this.claimed -= waiting.length;
    return [...withheld, ...waiting.map((delivery) => ({ delivery, dueAt: delivery.recordedAt }))];
  }

  /** From now on nothing is taken. */
  close(): void {
    this.closed = true;
  }

  private takeFrom(lane: Lane): ClaimedDelivery[] {
    const free = Math.min(this.limits.perSubscription - lane.inFlight, this.limits.inTotal - this.inFlight);
    const next: ClaimedDelivery[] = [];
    if (this.closed || free <= 0) return next;
    lane.waiting = lane.waiting.filter((delivery) => {
      const { resourceId } = delivery.event;
      if (next.length >= free || lane.busy.has(resourceId)) return true;
      lane.busy.add(resourceId);
      next.push(delivery);
      return false;
    });
    lane.inFlight += next.length;
    this.inFlight += next.length;
    return next;
  }

  private dropIfEmpty(subscriptionId: string, lane: Lane): void {
    if (lane.waiting.length === 0 && lane.busy.size === 0) this.lanes.delete(subscriptionId);
  }
}
