import type { RecordedDelivery } from '../../event/recorded-delivery.js';
import type { ClaimedDelivery } from '../delivery.js';
import type { DeliveryLimits } from '../delivery-limits.js';
import { type DeliveryEnding, isCounted, isReplay, Lane } from './delivery-lane.js';

/**
 * A running query to the queue. Until its answer is added, no delivery may be handed over: the answer may contain it
 * too.
 */
export interface LaneQuery {
  /** Prepares a claim for these lanes, which all have something pending. */
  claim(lanes: readonly string[]): LaneClaim;
}

export interface LaneClaim {
  /** How many deliveries each lane may still claim. */
  readonly rooms: ReadonlyMap<string, number>;
  /** Ids of the deliveries that the lanes hold already. The queue leaves them out. */
  readonly holds: readonly string[];
  /**
   * Adds the queue's answer, in which the deliveries of a lane are in the order of their numbers, and ends the query.
   */
  add(deliveries: readonly ClaimedDelivery[]): void;
}

/**
 * The deliveries that this worker has claimed, in one lane per subscription, so that a slow subscriber fills only its
 * own lane. Within a lane, the deliveries of one resource are sent one after the other, by number. In strict order, all
 * deliveries of the lane are. This class does no I/O.
 */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>();
  /** Empty lanes whose next number is known, so that the next delivery may be handed over to them. */
  private readonly idle = new Map<string, Lane>();
  private held = 0;
  private inFlight = 0;
  private closed = false;
  /** Whether the queue may still hold deliveries for which there was no room when it was last asked. */
  private leftSome = false;
  /**
   * The lanes that were released while the queue is being asked. Its answer for them is dropped, because newer
   * deliveries must not be sent before the released ones.
   */
  private asking: Set<string> | undefined;

  constructor(private readonly limits: DeliveryLimits) {}

  /** Begins to ask the queue, and replaces an earlier query that failed. */
  ask(): LaneQuery {
    const released = new Set<string>();
    this.asking = released;
    return {
      claim: (lanes) => {
        const rooms = this.roomsOf(lanes);
        return { rooms, holds: this.holds(rooms.keys()), add: (deliveries) => this.add(deliveries, rooms, released) };
      },
    };
  }

  names(): string[] {
    return [...this.lanes.keys()];
  }

  /** Adds a new delivery, unless the queue is being asked or may hold an earlier one. @returns whether it was added */
  hand(delivery: RecordedDelivery): boolean {
    const { id } = delivery.subscription;
    const lane = this.lanes.get(id) ?? this.idle.get(id);
    if (this.closed || this.asking || lane?.next !== delivery.sequence || lane.strictOrder) return false;
    if (this.held >= this.limits.claimedInTotal || lane.isFull) {
      this.leftSome = true;
      return false;
    }
    lane.next += 1;
    lane.enqueue({ ...delivery, tries: 0 });
    this.held += 1;
    this.idle.delete(id);
    this.lanes.set(id, lane);
    return true;
  }

  /** Takes deliveries that may be sent now, from one lane after the other. Call `finish` for each of them. */
  take(): ClaimedDelivery[] {
    const taken: ClaimedDelivery[] = [];
    const served: [subscriptionId: string, lane: Lane][] = [];
    for (const [subscriptionId, lane] of this.lanes) {
      if (this.inFlight >= this.limits.inTotal) break;
      const next = this.takeFrom(lane);
      if (next.length === 0) continue;
      taken.push(...next);
      served.push([subscriptionId, lane]);
    }
    // Lanes that were just served go behind the others, so that each has its turn when not all can be served.
    for (const [subscriptionId, lane] of served) {
      this.lanes.delete(subscriptionId);
      this.lanes.set(subscriptionId, lane);
    }
    return taken;
  }

  /**
   * Ends an attempt, or releases the lane if none was made: the queue then gives its deliveries again.
   * @returns deliveries to send now
   */
  finish(delivery: ClaimedDelivery, ending: DeliveryEnding | 'unattempted'): ClaimedDelivery[] {
    const lane = this.laneOf(delivery);
    const othersWait = this.inFlight >= this.limits.inTotal;
    this.inFlight -= 1;
    if (ending === 'unattempted') {
      this.held -= 1;
      lane.giveUp(delivery);
    } else {
      // The delivery keeps its room until its outcome is written down, so the queue need not be asked before.
      lane.end(delivery, ending);
    }
    if (ending === 'unattempted' || lane.isStopped) this.letGo([delivery.subscription.id]);
    return othersWait ? this.take() : this.takeFrom(lane);
  }

  /** Removes deliveries whose outcomes are written down. @returns whether to ask the queue again */
  written(deliveries: readonly ClaimedDelivery[]): boolean {
    let askAgain = false;
    for (const delivery of deliveries) {
      const { id } = delivery.subscription;
      const lane = this.laneOf(delivery);
      const wasStopped = lane.isStopped;
      if (!lane.written(delivery)) continue;
      this.held -= 1;
      // In strict order, the lane may be waiting for just the delivery that this resend has sent.
      const mayCloseGap = lane.strictOrder && !isCounted(delivery);
      askAgain ||= wasStopped || mayCloseGap || (this.leftSome && lane.runsLow);
      // The subscription has reached the limit of failures: only the queue knows whether the lane may go on.
      if (lane.isSpent) {
        this.letGo([id]);
        askAgain = true;
      }
      this.dropIfEmpty(id, lane);
    }
    return askAgain;
  }

  /** Releases the waiting deliveries of these lanes to the queue. Attempts in flight run to their end. */
  letGo(subscriptionIds: Iterable<string>): void {
    for (const subscriptionId of subscriptionIds) {
      this.asking?.add(subscriptionId);
      this.idle.delete(subscriptionId);
      const lane = this.lanes.get(subscriptionId);
      if (!lane) continue;
      this.held -= lane.release();
      this.dropIfEmpty(subscriptionId, lane);
    }
  }

  letGoOfAll(): void {
    this.letGo([...this.lanes.keys(), ...this.idle.keys()]);
  }

  /** Accepts nothing from now on. */
  close(): void {
    this.closed = true;
  }

  private roomsOf(due: readonly string[]): Map<string, number> {
    let left = this.limits.claimedInTotal - this.held;
    const share = Math.max(1, Math.floor(left / Math.max(1, due.length)));
    this.leftSome = false;

    const rooms = new Map<string, number>();
    for (const subscriptionId of due) {
      const lane = this.lanes.get(subscriptionId);
      if (lane?.isStopped) continue;
      const room = Math.min(this.limits.claimedPerSubscription - (lane?.size ?? 0), share, left);
      left -= Math.max(0, room);
      if (room > 0) rooms.set(subscriptionId, room);
      else this.leftSome = true;
    }
    return rooms;
  }

  private holds(subscriptionIds: Iterable<string>): string[] {
    return [...subscriptionIds].flatMap((subscriptionId) => this.lanes.get(subscriptionId)?.ids ?? []);
  }

  private add(
    deliveries: readonly ClaimedDelivery[],
    rooms: ReadonlyMap<string, number>,
    released: ReadonlySet<string>,
  ): void {
    if (this.asking !== released) throw new Error('this asking of the queue is over');
    this.asking = undefined;
    const free = new Map(rooms);
    /** Lanes for which the queue has nothing left but replays. */
    const replayed = new Set<string>();
    for (const delivery of deliveries) {
      const { id, failures, newest } = delivery.subscription;
      if (released.has(id)) continue;
      const lane = this.laneOf(delivery);
      lane.next = newest === undefined ? undefined : newest + 1;
      lane.count(failures);
      free.set(id, (free.get(id) ?? 0) - 1);
      if (isReplay(delivery)) {
        replayed.add(id);
        if (!lane.hasRoomForReplay) {
          this.leftSome = true;
          continue;
        }
      }
      lane.enqueue(delivery);
      this.held += 1;
    }
    const full = [...free].filter(([, room]) => room <= 0).map(([id]) => id);
    for (const id of full) {
      const lane = this.lanes.get(id);
      if (lane && !replayed.has(id)) lane.next = undefined;
    }
    if (full.length > 0 || [...rooms.keys()].some((id) => released.has(id))) this.leftSome = true;
  }

  private takeFrom(lane: Lane): ClaimedDelivery[] {
    if (this.closed) return [];
    const taken = lane.take(this.limits.inTotal - this.inFlight);
    this.inFlight += taken.length;
    return taken;
  }

  private laneOf({ subscription: { id, strictOrder, failures } }: ClaimedDelivery): Lane {
    const known = this.lanes.get(id);
    if (known) return known;
    const lane = new Lane(strictOrder, failures, this.limits);
    this.idle.delete(id);
    this.lanes.set(id, lane);
    return lane;
  }

  private dropIfEmpty(subscriptionId: string, lane: Lane): void {
    if (lane.size > 0) return;
    this.lanes.delete(subscriptionId);
    if (lane.next !== undefined) this.idle.set(subscriptionId, lane);
  }
}
