import type { StoreReader } from './event-store.js';

interface EndingSubscription extends StoreReader {
  /** Resolves once no batch is being handled, and no other will be. */
  readonly ended: Promise<void>;
}

export class OpenSubscriptions {
  private readonly open = new Set<EndingSubscription>();

  get none(): boolean {
    return this.open.size === 0;
  }

  add(subscription: EndingSubscription): StoreReader {
    this.open.add(subscription);
    void subscription.ended.then(() => this.open.delete(subscription));
    return subscription;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open].map((subscription) => subscription.stop()));
  }
}
