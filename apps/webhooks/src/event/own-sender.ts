import type { RecordedDelivery } from './recorded-delivery.js';

/** The worker in this process that sends deliveries, for the code that records events. */
export abstract class OwnSender {
  /** The worker's number in the leases that it holds; undefined while it can't accept deliveries. */
  abstract readonly worker: number | undefined;
  /**
   * Hands recorded deliveries to the worker. It accepts those of subscriptions that it leases; the queue keeps the
   * others.
   */
  abstract accept(deliveries: readonly RecordedDelivery[]): void;
  /** Makes the worker look into the queue, because there may be deliveries for it. */
  abstract look(): void;
}
