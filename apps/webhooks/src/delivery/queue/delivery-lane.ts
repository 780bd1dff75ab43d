import { type ClaimedDelivery, FAILURES_MAX } from '../delivery.js';

/** What a worker holds of one subscription. */
export interface Lane {
  readonly strictOrder: boolean;
  /** The consecutive failures that the subscription will have once everything that ended is written down. */
  failures: number;
  waiting: ClaimedDelivery[];
  /** Resources with a delivery in flight, by `orderKeyOf`: their later deliveries wait. */
  readonly busy: Set<string>;
  readonly inFlight: Set<ClaimedDelivery>;
  /** Ended, and not yet written down. */
  readonly unwritten: Set<ClaimedDelivery>;
  /**
   * In strict order after a failure: nothing is sent until the failure is written down and the queue says what may go.
   */
  isStopped: boolean;
  /**
   * The number that a delivery must have to be handed over past the queue; undefined while the queue may hold others
   * before it.
   */
  next?: number | undefined;
}

export const newLane = ({ strictOrder, failures }: Pick<Lane, 'strictOrder' | 'failures'>): Lane => ({
  strictOrder,
  failures,
  waiting: [],
  busy: new Set(),
  inFlight: new Set(),
  unwritten: new Set(),
  isStopped: false,
});

export const sizeOf = ({ waiting, inFlight, unwritten }: Lane): number =>
  waiting.length + inFlight.size + unwritten.size;

export const isCounted = ({ resendOf }: ClaimedDelivery): boolean => resendOf === undefined;
export const isReplay = ({ replayId }: ClaimedDelivery): boolean => replayId !== undefined;

/** Deliveries with the same key go one after the other. Those of a replay hold up nothing but each other. */
export const orderKeyOf = ({ event: { resourceId }, replayId }: ClaimedDelivery): string =>
  replayId === undefined ? resourceId : `${replayId} ${resourceId}`;

/** The order of a lane: by number, with replays behind everything else. */
const isInOrder = (one: ClaimedDelivery, other: ClaimedDelivery): boolean =>
  isReplay(one) === isReplay(other) ? one.sequence <= other.sequence : isReplay(other);

export function enqueue({ waiting }: Lane, delivery: ClaimedDelivery): void {
  const at = waiting.findLastIndex((before) => isInOrder(before, delivery));
  waiting.splice(at + 1, 0, delivery);
}

/** Everything that counts towards a pause is written down. */
export const isCountSettled = ({ inFlight, unwritten }: Lane): boolean =>
  ![...inFlight, ...unwritten].some((delivery) => isCounted(delivery));

/**
 * Never more in flight than may still fail, so that none is in flight after the failure that pauses the subscription.
 */
export const mayGo = (delivery: ClaimedDelivery, { busy, failures, inFlight }: Lane): boolean =>
  !busy.has(orderKeyOf(delivery)) && (!isCounted(delivery) || failures + inFlight.size < FAILURES_MAX);
