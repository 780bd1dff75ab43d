import { Injectable } from '@nestjs/common';
import type { RecordedDelivery } from './recorded-delivery.js';

/** The delivery worker of this process, as seen by the code that records events. */
export interface Sender {
  /** Its number in the leases that it holds; undefined while it can take nothing. */
  readonly worker: number | undefined;
  /** Hands over recorded deliveries of subscriptions that it leases. Those that it does not take stay in the queue. */
  take(deliveries: readonly RecordedDelivery[]): void;
  /** Makes it look into the queue, where deliveries meant for it may be. */
  look(): void;
}

/** Holds the sender of this process while it runs. */
@Injectable()
export class OwnSender {
  sender?: Sender | undefined;
}
