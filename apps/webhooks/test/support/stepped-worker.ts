import type { Presence } from '@halyard/background';
import { newId } from '@halyard/core';
import type { ClaimedDelivery } from '../../src/delivery/delivery.js';
import type { DeliveryLimits } from '../../src/delivery/delivery-limits.js';
import type { DeliveryEnding as Outcome } from '../../src/delivery/queue/delivery-lane.js';
import { DeliveryPrefetch } from '../../src/delivery/queue/delivery-prefetch.js';
import type { OwnSender } from '../../src/event/own-sender.js';
import type { RecordedDelivery } from '../../src/event/recorded-delivery.js';
import { answered } from './deliveries.js';
import { presentWorker } from './present-worker.js';
import type { WebhooksApp } from './webhooks-app.js';

export type AttemptEnding = Outcome | 'unattempted';

let workers = 0;

/** A worker that takes a step only when the test tells it to. */
export class SteppedWorker implements OwnSender {
  /** How many of the deliveries handed to it it accepted. */
  taken = 0;
  private readonly inFlight: ClaimedDelivery[] = [];
  private readonly prefetch: DeliveryPrefetch;

  private constructor(
    private readonly app: WebhooksApp,
    private readonly presence: Presence,
    readonly worker: number,
    private readonly onAttempt: (delivery: ClaimedDelivery) => void,
    limits: DeliveryLimits,
  ) {
    this.prefetch = new DeliveryPrefetch(app.queue, limits, app.clock);
  }

  static async start(
    app: WebhooksApp,
    limits: DeliveryLimits,
    onAttempt: (delivery: ClaimedDelivery) => void,
  ): Promise<SteppedWorker> {
    workers += 1;
    const presence = await presentWorker(app.dataSource, workers);
    return new SteppedWorker(app, presence, workers, onAttempt, limits);
  }

  /** Acts like a dead process: its memory is lost, and its lock is released. */
  kill(): Promise<void> {
    return this.presence.close();
  }

  async fill(): Promise<void> {
    await this.prefetch.fill({ worker: this.worker, former: [] });
    this.begin(this.prefetch.lanes.take());
  }

  accept(deliveries: readonly RecordedDelivery[]): void {
    this.taken += this.prefetch.hand(deliveries).length;
    this.begin(this.prefetch.lanes.take());
  }

  /** It looks when the test tells it to fill its lanes. */
  look(): void {
    // Nothing by itself.
  }

  /** Ends one of the attempts in flight. */
  end(index: number): ClaimedDelivery | undefined {
    return this.inFlight.splice(index % Math.max(1, this.inFlight.length), 1)[0];
  }

  /** Writes down its outcome, this many times, and goes on. */
  async finish(delivery: ClaimedDelivery, ending: AttemptEnding, times = 1): Promise<void> {
    this.begin(this.prefetch.lanes.finish(delivery, ending));
    if (ending === 'unattempted') return;
    const attempt = {
      id: newId(),
      delivery,
      worker: this.worker,
      at: this.app.clock.system(),
      durationMs: 1,
      result: answered(ending === 'delivered' ? 200 : 500),
      signatures: { current: '', standard: '' },
    };
    for (let time = 0; time < times; time += 1) await this.app.records.settle([attempt]);
    this.prefetch.lanes.written([delivery]);
  }

  private begin(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      if (this.prefetch.covers(delivery.subscription.id, this.app.clock.system())) {
        this.onAttempt(delivery);
        this.inFlight.push(delivery);
      } else {
        this.begin(this.prefetch.lanes.finish(delivery, 'unattempted'));
      }
    }
  }
}
