import type { RecordedDelivery } from '../../event/recorded-delivery.js';
import { type ClaimedDelivery, FAILURES_MAX } from '../delivery.js';
import type { DeliveryLimits } from '../delivery-limits.js';
import {
  enqueue,
  isCounted,
  isCountSettled,
  isReplay,
  type Lane,
  mayGo,
  newLane,
  orderKeyOf,
  sizeOf,
} from './delivery-lane.js';

/** How an attempt ended; `unattempted`: none was made. */
export type Ending = 'delivered' | 'failed' | 'unattempted';

/** What may be sent after an attempt ended, and whether to ask the queue. */
interface AfterFinish {
  readonly next: readonly ClaimedDelivery[];
  readonly askAgain: boolean;
}

/**
 * What this worker has claimed, in one lane per subscription, so that a slow subscriber fills its own lane and no
 * other. Within a lane the deliveries of one resource go one after the other by number; in strict order all of the lane
 * do. Bookkeeping only: no I/O.
 */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>();
  /** Empty lanes whose next number is known, to which deliveries may be handed over. */
  private readonly idle = new Map<string, Lane>();
  private held = 0;
  private inFlight = 0;
  private closed = false;
  /** The queue held, or may have held, more than could be claimed when it was last asked. */
  private leftSome = false;
  /**
   * Lanes released since the queue was asked: what its answer has of them is dropped, or it would overtake what was
   * released.
   */
  private letGoSince = new Set<string>();

  constructor(private readonly limits: DeliveryLimits) {}

  /** How many deliveries each of these lanes, which all have some pending, may still claim. */
  rooms(due: readonly string[]): Map<string, number> {
    let left = this.limits.claimedInTotal - this.held;
    const share = Math.max(1, Math.floor(left / Math.max(1, due.length)));
    this.leftSome = false;
    this.letGoSince = new Set();

    const rooms = new Map<string, number>();
    for (const subscriptionId of due) {
      const lane = this.lanes.get(subscriptionId);
      if (lane?.isStopped) continue;
      const room = Math.min(this.limits.claimedPerSubscription - (lane ? sizeOf(lane) : 0), share, left);
      left -= Math.max(0, room);
      if (room > 0) rooms.set(subscriptionId, room);
      else this.leftSome = true;
    }
    return rooms;
  }

  /** Ids of the deliveries held for these lanes, which the queue need not give again. */
  holds(subscriptionIds: Iterable<string>): string[] {
    return [...subscriptionIds].flatMap((subscriptionId) => {
      const { waiting = [], inFlight = [], unwritten = [] } = this.lanes.get(subscriptionId) ?? {};
      return [...waiting, ...inFlight, ...unwritten].map(({ id }) => id);
    });
  }

  /** Lanes that something is held of. */
  names(): string[] {
    return [...this.lanes.keys()];
  }

  /** Adds the deliveries that were claimed for the rooms, those of a lane in the order of their numbers. */
  add(rooms: ReadonlyMap<string, number>, deliveries: readonly ClaimedDelivery[]): void {
    const free = new Map(rooms);
    /** Lanes of which all but replays was given. */
    const replayed = new Set<string>();
    for (const delivery of deliveries) {
      const { id, failures, newest } = delivery.subscription;
      if (this.letGoSince.has(id)) continue;
      const lane = this.laneOf(delivery);
      lane.next = newest === undefined ? undefined : newest + 1;
      if (lane.failures !== failures && isCountSettled(lane)) lane.failures = failures;
      free.set(id, (free.get(id) ?? 0) - 1);
      if (isReplay(delivery)) {
        replayed.add(id);
        if (!this.hasRoomForReplay(lane)) {
          this.leftSome = true;
          continue;
        }
      }
      enqueue(lane, delivery);
      this.held += 1;
    }
    const full = [...free].filter(([, room]) => room <= 0).map(([id]) => id);
    for (const id of full) {
      const lane = this.lanes.get(id);
      if (lane && !replayed.has(id)) lane.next = undefined;
    }
    if (this.letGoSince.size > 0 || full.length > 0) this.leftSome = true;
  }

  /** Replays fill half of a lane at most: what is recorded meanwhile finds room. */
  private hasRoomForReplay({ waiting }: Lane): boolean {
    const max = Math.ceil(this.limits.claimedPerSubscription / 2);
    const oldest = waiting.at(-max);
    return waiting.length < max || (oldest !== undefined && !isReplay(oldest));
  }

  /**
   * Adds a delivery that was just recorded without asking the queue, unless the queue may hold one that comes before
   * it. Not to be called between `rooms` and `add`.
   *
   * @returns whether it was added
   */
  hand(delivery: RecordedDelivery): boolean {
    const { id } = delivery.subscription;
    const lane = this.lanes.get(id) ?? this.idle.get(id);
    if (this.closed || lane?.next !== delivery.sequence || lane.strictOrder) return false;
    if (this.held >= this.limits.claimedInTotal || sizeOf(lane) >= this.limits.claimedPerSubscription) {
      this.leftSome = true;
      return false;
    }
    lane.next += 1;
    enqueue(lane, { ...delivery, tries: 0 });
    this.held += 1;
    this.idle.delete(id);
    this.lanes.set(id, lane);
    return true;
  }

  /** Takes what may be sent now, lane by lane in turn. Each is to be given back by `finish`. */
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
    // Served lanes go behind the others, for when not all can be served.
    for (const [subscriptionId, lane] of served) {
      this.lanes.delete(subscriptionId);
      this.lanes.set(subscriptionId, lane);
    }
    return taken;
  }

  /** Ends an attempt. When none was made the whole lane is released: the queue will give its deliveries again. */
  finish(delivery: ClaimedDelivery, ending: Ending): AfterFinish {
    const lane = this.laneOf(delivery);
    const othersWait = this.inFlight >= this.limits.inTotal;
    lane.inFlight.delete(delivery);
    lane.busy.delete(orderKeyOf(delivery));
    this.inFlight -= 1;
    if (ending === 'unattempted') {
      this.held -= 1;
      this.letGo([delivery.subscription.id]);
      return { next: othersWait ? this.take() : [], askAgain: true };
    }
    lane.unwritten.add(delivery);
    if (isCounted(delivery)) {
      lane.failures = ending === 'failed' ? lane.failures + 1 : 0;
      if (ending === 'failed' && lane.strictOrder) {
        lane.isStopped = true;
        this.letGo([delivery.subscription.id]);
      }
    }
    // Writing the outcome down makes room: the queue need not be asked before.
    return { next: othersWait ? this.take() : this.takeFrom(lane), askAgain: false };
  }

  /**
   * The outcomes of these deliveries are written down.
   *
   * @returns whether to ask the queue
   */
  written(deliveries: readonly ClaimedDelivery[]): boolean {
    let askAgain = false;
    for (const delivery of deliveries) {
      const lane = this.laneOf(delivery);
      if (!lane.unwritten.delete(delivery)) continue;
      this.held -= 1;
      // Early enough that the lane does not run dry while the queue is asked.
      const runsLow = lane.waiting.length <= this.limits.claimedPerSubscription / 2;
      // A repetition that succeeds closes the gap at which strict order waits.
      const mayCloseGap = lane.strictOrder && !isCounted(delivery);
      askAgain ||= lane.isStopped || mayCloseGap || (this.leftSome && runsLow);
      if (lane.unwritten.size === 0) lane.isStopped = false;
      // The limit of failures is reached: the queue says whether the lane may go on.
      if (lane.failures >= FAILURES_MAX && isCountSettled(lane)) {
        this.letGo([delivery.subscription.id]);
        askAgain = true;
      }
      this.dropIfEmpty(delivery.subscription.id, lane);
    }
    return askAgain;
  }

  /** Releases what waits in these lanes. Attempts in flight run to their end. */
  letGo(subscriptionIds: Iterable<string>): void {
    for (const subscriptionId of subscriptionIds) {
      this.letGoSince.add(subscriptionId);
      this.idle.delete(subscriptionId);
      const lane = this.lanes.get(subscriptionId);
      if (!lane) continue;
      this.held -= lane.waiting.length;
      lane.waiting = [];
      lane.next = undefined;
      this.dropIfEmpty(subscriptionId, lane);
    }
  }

  letGoOfAll(): void {
    this.letGo([...this.lanes.keys(), ...this.idle.keys()]);
  }

  /** Takes nothing from now on. */
  close(): void {
    this.closed = true;
  }

  private takeFrom(lane: Lane): ClaimedDelivery[] {
    const next: ClaimedDelivery[] = [];
    if (this.closed) return next;
    let replays = 0;
    for (const delivery of lane.inFlight) if (isReplay(delivery)) replays += 1;
    while (this.inFlight < this.limits.inTotal) {
      const free = this.freeIn(lane, replays);
      if (free.replays <= 0 && free.others <= 0) break;
      const at = lane.waiting.findIndex(
        (delivery) => (isReplay(delivery) ? free.replays : free.others) > 0 && mayGo(delivery, lane),
      );
      const [delivery] = at === -1 ? [] : lane.waiting.splice(at, 1);
      if (!delivery) break;
      if (isReplay(delivery)) replays += 1;
      lane.busy.add(orderKeyOf(delivery));
      lane.inFlight.add(delivery);
      this.inFlight += 1;
      next.push(delivery);
    }
    return next;
  }

  /** Requests that a lane may still begin. Strict order is that of its own deliveries, beside which a replay may go. */
  private freeIn({ strictOrder, inFlight }: Lane, replays: number): { replays: number; others: number } {
    if (strictOrder) return { replays: 1 - replays, others: 1 - (inFlight.size - replays) };
    const free = this.limits.perSubscription - inFlight.size;
    return { replays: Math.min(free, this.limits.replaysPerSubscription - replays), others: free };
  }

  private laneOf({ subscription: { id, strictOrder, failures } }: ClaimedDelivery): Lane {
    const known = this.lanes.get(id);
    if (known) return known;
    const lane = newLane({ strictOrder, failures });
    this.idle.delete(id);
    this.lanes.set(id, lane);
    return lane;
  }

  private dropIfEmpty(subscriptionId: string, lane: Lane): void {
    if (sizeOf(lane) > 0) return;
    this.lanes.delete(subscriptionId);
    if (lane.next !== undefined) this.idle.set(subscriptionId, lane);
  }
}
