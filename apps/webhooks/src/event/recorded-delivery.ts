import type { PublicEvent } from './public-event.js';

/** A subscription as it stood when deliveries of it were recorded, or claimed. */
export interface ClaimedSubscription {
  readonly id: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** The secret that is to follow, while both are in use. */
  readonly sealedNextSecret?: Buffer;
  readonly strictOrder: boolean;
  /** Attempts that failed since the last that did not. */
  readonly failures: number;
  /** Number of its newest delivery, where all of them up to that one are delivered, claimed or not to be sent now. */
  readonly newest?: number;
}

/** What a subscription is to be told. */
export interface RecordedDelivery {
  readonly id: string;
  /** When its event was recorded, which names the partition that both lie in. */
  readonly recordedAt: Date;
  readonly subscription: ClaimedSubscription;
  readonly event: PublicEvent;
  /** Of the event among those of the subscription. */
  readonly sequence: number;
}
