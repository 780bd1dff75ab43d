import type { RecordedDelivery } from './recorded-delivery.js';

/** The worker in this process that sends deliveries, for the code that records events. */
export abstract class OwnSender {
  /** Its number in the leases that it holds; undefined while it can't accept deliveries. */
  abstract readonly worker: number | undefined;
  /** Hands over recorded deliveries of subscriptions that it leases. Those that it does not take stay in the queue. */
  abstract take(deliveries: readonly RecordedDelivery[]): void;
  /** Makes it look into the queue, where deliveries for it may be. */
  abstract look(): void;
}
