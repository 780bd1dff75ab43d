import { Injectable } from '@nestjs/common';
import type { RecordedDelivery } from './recorded-delivery.js';

/** The worker of this process, as those who record see it. */
export interface Sender {
  /** Names it in its leases; undefined while it has none. */
  readonly worker: number | undefined;
  /** Has it send what was recorded of subscriptions that it leases. What it does not take stays in the queue. */
  take(deliveries: readonly RecordedDelivery[]): void;
  /** Has it look into the queue: what was to be handed to it may lie there. */
  look(): void;
}

/** Where the sender of this process says that it is there. */
@Injectable()
export class OwnSender {
  sender?: Sender | undefined;
}
