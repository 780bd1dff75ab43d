import type { ClaimedDelivery } from '../delivery.js';
import type { DeliveryLimits } from '../delivery-limits.js';
import { FAILURES_MAX } from '../outcome/pauses.js';

export type DeliveryEnding = 'delivered' | 'failed';

export const isCounted = ({ resendOf }: ClaimedDelivery): boolean => resendOf === undefined;
export const isReplay = ({ replayId }: ClaimedDelivery): boolean => replayId !== undefined;

/** Deliveries with the same key go one after the other. Those of a replay hold up nothing but each other. */
const orderKeyOf = ({ event: { resourceId }, replayId }: ClaimedDelivery): string =>
  replayId === undefined ? resourceId : `${replayId} ${resourceId}`;

/** The order of a lane: by number, with replays after everything else. */
const isInOrder = (one: ClaimedDelivery, other: ClaimedDelivery): boolean =>
  isReplay(one) === isReplay(other) ? one.sequence <= other.sequence : isReplay(other);

/** The deliveries that a worker holds of one subscription. */
export class Lane {
  /** A delivery with this number may be handed over past the queue; undefined if the queue may hold earlier ones. */
  next: number | undefined;
  private waiting: ClaimedDelivery[] = [];
  private readonly inFlight = new Set<ClaimedDelivery>();
  /** Ended, and not yet written down. */
  private readonly unwritten = new Map<ClaimedDelivery, DeliveryEnding>();

  /** @param failures how many in a row the subscription will have once everything that ended is written down */
  constructor(
    readonly strictOrder: boolean,
    private failures: number,
    private readonly limits: DeliveryLimits,
  ) {}

  get size(): number {
    return this.waiting.length + this.inFlight.size + this.unwritten.size;
  }

  get isFull(): boolean {
    return this.size >= this.limits.claimedPerSubscription;
  }

  /** So low that the lane could run dry while the queue is asked. */
  get runsLow(): boolean {
    return this.waiting.length <= this.limits.claimedPerSubscription / 2;
  }

  /** In strict order, a failure must be written down, and the queue be asked, before anything else is sent. */
  get isStopped(): boolean {
    if (!this.strictOrder) return false;
    return [...this.unwritten].some(([delivery, ending]) => ending === 'failed' && isCounted(delivery));
  }

  /** All failures that pause the subscription are written down. */
  get isSpent(): boolean {
    return this.failures >= FAILURES_MAX && this.isCountSettled;
  }

  /** Replays fill half of a lane at most, so that newly recorded deliveries find room. */
  get hasRoomForReplay(): boolean {
    const max = Math.ceil(this.limits.claimedPerSubscription / 2);
    const oldest = this.waiting.at(-max);
    return this.waiting.length < max || (oldest !== undefined && !isReplay(oldest));
  }

  get ids(): string[] {
    return [...this.waiting, ...this.inFlight, ...this.unwritten.keys()].map(({ id }) => id);
  }

  /** Takes over the count of failures that was read from the subscription, unless outcomes change it. */
  count(failures: number): void {
    if (failures !== this.failures && this.isCountSettled) this.failures = failures;
  }

  enqueue(delivery: ClaimedDelivery): void {
    const at = this.waiting.findLastIndex((before) => isInOrder(before, delivery));
    this.waiting.splice(at + 1, 0, delivery);
  }

  /** Takes deliveries that may be sent now, `countMax` at most. Call `finish` for each of them. */
  take(countMax: number): ClaimedDelivery[] {
    const taken: ClaimedDelivery[] = [];
    const busy = new Set([...this.inFlight].map(orderKeyOf));
    let replays = [...this.inFlight].filter(isReplay).length;
    while (taken.length < countMax) {
      const at = this.waiting.findIndex((delivery) => !busy.has(orderKeyOf(delivery)) && this.mayGo(delivery, replays));
      const [delivery] = at === -1 ? [] : this.waiting.splice(at, 1);
      if (!delivery) break;
      if (isReplay(delivery)) replays += 1;
      busy.add(orderKeyOf(delivery));
      this.inFlight.add(delivery);
      taken.push(delivery);
    }
    return taken;
  }

  /** Ends an attempt; its outcome must then be written. */
  end(delivery: ClaimedDelivery, ending: DeliveryEnding): void {
    this.inFlight.delete(delivery);
    this.unwritten.set(delivery, ending);
    if (isCounted(delivery)) this.failures = ending === 'failed' ? this.failures + 1 : 0;
  }

  /** Gives back a delivery of which no attempt was made. */
  giveUp(delivery: ClaimedDelivery): void {
    this.inFlight.delete(delivery);
  }

  /** @returns false unless its outcome was to be written down */
  written(delivery: ClaimedDelivery): boolean {
    return this.unwritten.delete(delivery);
  }

  /** Releases the waiting deliveries. @returns their number */
  release(): number {
    const released = this.waiting.length;
    this.waiting = [];
    this.next = undefined;
    return released;
  }

  /** Everything that counts towards a pause is written down. */
  private get isCountSettled(): boolean {
    return ![...this.inFlight, ...this.unwritten.keys()].some(isCounted);
  }

  /**
   * Whether its request may begin now. `replays`: how many of those in flight belong to replays. Strict order only
   * applies to the lane's own deliveries, so a replay's may go beside them. No more are in flight than may still fail,
   * so that none comes after the failure that pauses the subscription.
   */
  private mayGo(delivery: ClaimedDelivery, replays: number): boolean {
    const { size } = this.inFlight;
    if (isCounted(delivery) && this.failures + size >= FAILURES_MAX) return false;
    if (this.strictOrder) return (isReplay(delivery) ? replays : size - replays) === 0;
    return size < this.limits.perSubscription && !(isReplay(delivery) && replays >= this.limits.replaysPerSubscription);
  }
}
