import type { PublicEvent } from './public-event.js';

/** A subscription as it stood when deliveries of it were recorded, or claimed. */
export interface ClaimedSubscription {
  readonly id: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** The next secret, while a rotation is under way. */
  readonly sealedNextSecret?: Buffer;
  readonly strictOrder: boolean;
  /** Failed attempts since the last successful one. */
  readonly failures: number;
  /**
   * Number of its newest delivery, when every delivery up to that one is delivered, claimed or not due now; undefined
   * when the queue may hold others.
   */
  readonly newest?: number;
}

/** A delivery as it is recorded: an event that a subscription is to get. */
export interface RecordedDelivery {
  readonly id: string;
  /** When its event was recorded: the partition key of both. */
  readonly recordedAt: Date;
  readonly subscription: ClaimedSubscription;
  readonly event: PublicEvent;
  /** The number of the event in the subscription, from 1. */
  readonly sequence: number;
}
