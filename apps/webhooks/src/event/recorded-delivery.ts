import type { PublicEvent } from './public-event.js';

/** The columns of a subscription that sending needs, as they were when a delivery was recorded or claimed. */
export interface ClaimedSubscription {
  readonly id: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** The next secret; present during a rotation. */
  readonly sealedNextSecret?: Buffer;
  readonly strictOrder: boolean;
  /** Failed attempts since the last successful one. */
  readonly failures: number;
  /**
   * Number of the subscription's newest delivery, if the queue holds no other that may be sent now; undefined if it
   * may.
   */
  readonly newest?: number;
}

/** A delivery of an event to a subscription, as it was recorded. */
export interface RecordedDelivery {
  readonly id: string;
  /** When the event was recorded. This is the partition key of both the event and the delivery. */
  readonly recordedAt: Date;
  readonly subscription: ClaimedSubscription;
  readonly event: PublicEvent;
  /** The number of the delivery in its subscription, from 1. */
  readonly sequence: number;
}
