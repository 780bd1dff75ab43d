import type { PublicEvent } from './public-event.js';

/** A subscription as it was when its deliveries were recorded, or claimed. */
export interface ClaimedSubscription {
  readonly id: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** Present during a rotation. */
  readonly sealedNextSecret?: Buffer;
  readonly strictOrder: boolean;
  /** Failed attempts since the last successful one. */
  readonly failures: number;
  /** Its newest delivery, if all are delivered, claimed or not due now; undefined if the queue may hold others. */
  readonly newest?: number;
}

/** A new delivery: an event for a subscription. */
export interface RecordedDelivery {
  readonly id: string;
  /** When its event was recorded: the partition key of both. */
  readonly recordedAt: Date;
  readonly subscription: ClaimedSubscription;
  readonly event: PublicEvent;
  /** The number of the event in the subscription, from 1. */
  readonly sequence: number;
}
