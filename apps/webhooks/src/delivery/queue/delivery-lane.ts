import type { ClaimedDelivery } from '../delivery.js';
import type { DeliveryLimits } from '../delivery-limits.js';
import { FAILURES_MAX } from '../outcome/pauses.js';

export type DeliveryEnding = 'delivered' | 'failed';

export const isCounted = ({ resendOf }: ClaimedDelivery): boolean => resendOf === undefined;
export const isReplay = ({ replayId }: ClaimedDelivery): boolean => replayId !== undefined;

/** Deliveries with the same key are sent one after the other. A replay has its own keys, so it delays only itself. */
const orderKeyOf = ({ event: { resourceId }, replayId }: ClaimedDelivery): string =>
  replayId === undefined ? resourceId : `${replayId} ${resourceId}`;

/** Whether two deliveries are in the lane's order: by number, with replays after everything else. */
const isInOrder = (one: ClaimedDelivery, other: ClaimedDelivery): boolean =>
  isReplay(one) === isReplay(other) ? one.sequence <= other.sequence : isReplay(other);

/** The deliveries of one subscription that a worker holds. */
export class Lane {
  /**
   * The number of the delivery that may be added next without asking the queue; undefined if the queue may hold earlier
   * ones.
   */
  next: number | undefined;
  private waiting: ClaimedDelivery[] = [];
  private readonly inFlight = new Set<ClaimedDelivery>();
  /** Deliveries whose attempts have ended, but whose outcomes are not yet written down. */
  private readonly unwritten = new Map<ClaimedDelivery, DeliveryEnding>();

  /**
   * @param failures how many failures in a row the subscription has, counting the outcomes that are not yet written
   * down
   */
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

  /** Whether the lane could run dry while the queue is asked for more. */
  get runsLow(): boolean {
    return this.waiting.length <= this.limits.claimedPerSubscription / 2;
  }

  /** In strict order, nothing more is sent after a failure until it is written down and the queue has been asked. */
  get isStopped(): boolean {
    if (!this.strictOrder) return false;
    return [...this.unwritten].some(([delivery, ending]) => ending === 'failed' && isCounted(delivery));
  }

  /** Whether the failures that pause the subscription are all written down. */
  get isSpent(): boolean {
    return this.failures >= FAILURES_MAX && this.isCountSettled;
  }

  /** Whether a replay's delivery may come in. Replays fill at most half of a lane, so that new deliveries find room. */
  get hasRoomForReplay(): boolean {
    const max = Math.ceil(this.limits.claimedPerSubscription / 2);
    const oldest = this.waiting.at(-max);
    return this.waiting.length < max || (oldest !== undefined && !isReplay(oldest));
  }

  get ids(): string[] {
    return [...this.waiting, ...this.inFlight, ...this.unwritten.keys()].map(({ id }) => id);
  }

  /**
   * Takes over the number of failures read from the subscription, unless an outcome here is still going to change it.
   */
  count(failures: number): void {
    if (failures !== this.failures && this.isCountSettled) this.failures = failures;
  }

  enqueue(delivery: ClaimedDelivery): void {
    const at = this.waiting.findLastIndex((before) => isInOrder(before, delivery));
    this.waiting.splice(at + 1, 0, delivery);
  }

  /** Takes up to `countMax` deliveries that may be sent now. Call `end` or `giveUp` for each of them. */
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

  /** Ends an attempt. Its outcome must then be written down, and `written` called. */
  end(delivery: ClaimedDelivery, ending: DeliveryEnding): void {
    this.inFlight.delete(delivery);
    this.unwritten.set(delivery, ending);
    if (isCounted(delivery)) this.failures = ending === 'failed' ? this.failures + 1 : 0;
  }

  /** Gives up a delivery for which no attempt was made. */
  giveUp(delivery: ClaimedDelivery): void {
    this.inFlight.delete(delivery);
  }

  /** Removes a delivery whose outcome is written down. @returns false if its outcome was not expected */
  written(delivery: ClaimedDelivery): boolean {
    return this.unwritten.delete(delivery);
  }

  /** Releases the waiting deliveries to the queue. @returns their number */
  release(): number {
    const released = this.waiting.length;
    this.waiting = [];
    this.next = undefined;
    return released;
  }

  /** Whether nothing that counts towards a pause is in flight or unwritten. */
  private get isCountSettled(): boolean {
    return ![...this.inFlight, ...this.unwritten.keys()].some(isCounted);
  }

  /**
   * Whether a delivery's request may begin now. `replays` says how many requests in flight belong to replays. In strict
   * order one request at a time is in flight for the lane's own deliveries, and one for replays. The requests in flight
   * never outnumber the failures that are left before a pause, so none follows the failure that pauses.
   */
  private mayGo(delivery: ClaimedDelivery, replays: number): boolean {
    const { size } = this.inFlight;
    if (isCounted(delivery) && this.failures + size >= FAILURES_MAX) return false;
    if (this.strictOrder) return (isReplay(delivery) ? replays : size - replays) === 0;
    return size < this.limits.perSubscription && !(isReplay(delivery) && replays >= this.limits.replaysPerSubscription);
  }
}
