import { newId } from '@halyard/core';
import type { QueryRunner } from 'typeorm';
import type { ClaimedDelivery } from '../../src/delivery/delivery.js';
import type { DeliveryLimits } from '../../src/delivery/delivery-limits.js';
import { DeliveryLanes, type Ending } from '../../src/delivery/queue/delivery-lanes.js';
import { LaneLeases } from '../../src/delivery/queue/lane-leases.js';
import type { Sender } from '../../src/event/own-sender.js';
import type { RecordedDelivery } from '../../src/event/recorded-delivery.js';
import { WORKER_LOCK_CLASS } from '../../src/event/delivery-signal.session.js';
import { answered } from './deliveries.js';
import type { WebhooksApp } from './webhooks-app.js';

export type { Ending };

let workers = 0;

/** A worker whose every step is taken from outside. What it does not do, it does not do: it stands still. */
export class SteppedWorker implements Sender {
  /** How many deliveries it was handed and took. */
  taken = 0;
  private readonly inFlight: ClaimedDelivery[] = [];
  private readonly lanes: DeliveryLanes;
  private readonly leases: LaneLeases;

  private constructor(
    private readonly app: WebhooksApp,
    private readonly session: QueryRunner,
    readonly worker: number,
    private readonly onAttempt: (delivery: ClaimedDelivery) => void,
    limits: DeliveryLimits,
  ) {
    this.lanes = new DeliveryLanes(limits);
    this.leases = new LaneLeases(app.queue, limits);
  }

  static async start(
    app: WebhooksApp,
    limits: DeliveryLimits,
    onAttempt: (delivery: ClaimedDelivery) => void,
  ): Promise<SteppedWorker> {
    workers += 1;
    const session = app.dataSource.createQueryRunner();
    await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, workers]);
    return new SteppedWorker(app, session, workers, onAttempt, limits);
  }

  /** As a process that is gone: what it held in memory is, and its lock is let go. */
  async kill(): Promise<void> {
    await this.session.query('SELECT pg_advisory_unlock_all()');
    await this.session.release();
  }

  async fill(): Promise<void> {
    const now = this.app.clock.system();
    this.letGo(this.leases.ended(now));
    const waiting = await this.app.queue.waitingLanes();
    const mine = await this.leases.take(waiting, { worker: this.worker, former: [], now });
    this.letGo(this.lanes.names().filter((name) => !mine.includes(name)));
    const rooms = this.lanes.rooms(mine);
    this.lanes.add(rooms, await this.app.queue.claim(rooms, this.lanes.holds(rooms.keys())));
    this.begin(this.lanes.take());
  }

  take(deliveries: readonly RecordedDelivery[]): void {
    const now = this.app.clock.system();
    for (const delivery of deliveries) {
      if (this.leases.covers(delivery.subscription.id, now) && this.lanes.hand(delivery)) this.taken += 1;
    }
    this.begin(this.lanes.take());
  }

  /** It looks when it is told to fill its lanes. */
  look(): void {
    // Nothing by itself.
  }

  /** One of those in flight, which are over now. */
  end(index: number): ClaimedDelivery | undefined {
    return this.inFlight.splice(index % Math.max(1, this.inFlight.length), 1)[0];
  }

  /** Writes down what came of it, so many times, and goes on. */
  async finish(delivery: ClaimedDelivery, ending: Ending, times = 1): Promise<void> {
    this.begin(this.lanes.finish(delivery, ending).next);
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
    this.lanes.written([delivery]);
  }

  private begin(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      if (this.leases.covers(delivery.subscription.id, this.app.clock.system())) {
        this.onAttempt(delivery);
        this.inFlight.push(delivery);
      } else {
        this.begin(this.lanes.finish(delivery, 'unattempted').next);
      }
    }
  }

  private letGo(subscriptionIds: readonly string[]): void {
    this.lanes.letGo(subscriptionIds);
    this.leases.forget(subscriptionIds);
  }
}
