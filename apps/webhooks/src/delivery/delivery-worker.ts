import { randomInt } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Presence, Rounds } from '@halyard/background';
import { Clock, newId, TimerScheduler } from '@halyard/core';
import { LOGGER, type Logger } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { changedSubscription, DELIVERIES_CHANNEL, wasHanded } from '../event/delivery-notices.rows.js';
import type { OwnSender } from '../event/own-sender.js';
import type { RecordedDelivery } from '../event/recorded-delivery.js';
import { AttemptCounts } from './attempt/attempt-counts.js';
import { DeliveryAttempts } from './attempt/delivery-attempts.js';
import { type ClaimedDelivery, isDelivered } from './delivery.js';
import { DeliveryLimits } from './delivery-limits.js';
import { AttemptRecords } from './outcome/attempt-records.rows.js';
import type { DeliveryEnding } from './queue/delivery-lane.js';
import { DeliveryPrefetch } from './queue/delivery-prefetch.js';
import { type Holder, presenceOf } from './queue/delivery-queue.rows.js';
import { OutcomeLog } from './outcome/outcome-log.js';

/** The worker's numbers, with the presence that makes its leases valid. The leases end with the presence. */
interface PresentHolder extends Holder {
  readonly presence: Presence;
}

/**
 * Sends pending deliveries. Any number of workers may run: the worker that leases a subscription serves it. If a worker
 * dies, another one sends again each delivery whose outcome was not written down. Apart from duplicates, the events of
 * one resource reach a subscriber in order: an attempt begins once the attempts at the resource's earlier deliveries
 * have ended. A worker rests until deliveries are announced, a lease has to be looked at, or a subscription's rest
 * ends.
 */
@Injectable()
export class DeliveryWorker implements OwnSender, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly outcomes: OutcomeLog;
  private readonly rounds: Rounds;
  private readonly inFlight = new Set<Promise<void>>();
  private holder?: PresentHolder;
  private readonly stopping = new AbortController();
  private running?: Promise<void>;

  constructor(
    private readonly prefetch: DeliveryPrefetch,
    private readonly attempts: DeliveryAttempts,
    private readonly records: AttemptRecords,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly counts: AttemptCounts,
    limits: DeliveryLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Rounds({
      round: () => this.round(),
      onFailure: (error) => this.logger.error({ err: error }, 'deliveries could not be claimed'),
      scheduler: new TimerScheduler(),
    });
    this.outcomes = new OutcomeLog({
      settle: (attempts) => this.records.settle(attempts),
      onWritten: (attempts) => {
        if (this.prefetch.lanes.written(attempts.map(({ delivery }) => delivery))) this.rounds.wake();
      },
      onFailure: (error) => this.logger.error({ err: error }, 'outcomes of deliveries could not be written'),
      pauseAfterFailureMs: limits.pauseAfterFailureMs,
      gatherMs: limits.outcomesGatherMs,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.begin();
    this.running = this.rounds.run(this.stopping.signal);
  }

  /** Finishes the attempts in flight, and leaves all other deliveries to other workers. */
  async beforeApplicationShutdown(): Promise<void> {
    this.prefetch.lanes.close();
    this.stopping.abort();
    await this.running;
    await Promise.all(this.inFlight);
    await this.outcomes.close();
    if (this.holder) await this.prefetch.release(this.holder);
    await this.holder?.presence.close();
  }

  get worker(): number | undefined {
    return !this.stopping.signal.aborted && this.holder?.presence.isOpen ? this.holder.worker : undefined;
  }

  accept(deliveries: readonly RecordedDelivery[]): void {
    const taken = this.prefetch.hand(deliveries);
    this.records.expect(taken);
    this.dispatch(this.prefetch.lanes.take());
    if (taken.length < deliveries.length) this.rounds.wake();
  }

  look(): void {
    this.rounds.wake();
  }

  /**
   * Reads deliveries from the queue into memory, and sends them. @returns milliseconds until the next round; undefined
   * to wait for an announcement
   */
  private async round(): Promise<number | undefined> {
    const holder = this.holder?.presence.isOpen ? this.holder : await this.begin();
    try {
      const { claimed, fillAt } = await this.prefetch.fill(holder);
      this.records.expect(claimed);
      this.dispatch(this.prefetch.lanes.take());
      return fillAt && Math.max(0, fillAt - this.clock.system().getTime());
    } catch (error) {
      // The failed query may have leased lanes without telling the worker, so the worker goes on under a new number.
      await holder.presence.close();
      throw error;
    }
  }

  /** Starts without leases, under a new number. From now on anybody may take the leases of its former numbers. */
  private async begin(): Promise<PresentHolder> {
    const { holder } = this;
    await holder?.presence.close();
    this.prefetch.letGoOfAll();
    const worker = randomInt(1, 2 ** 31);
    const presence = new Presence(this.dataSource, presenceOf(worker), this.rounds.wake, {
      channel: DELIVERIES_CHANNEL,
      onNotice: (payload) => this.hear(payload, worker),
    });
    try {
      await presence.open();
    } catch (error) {
      await presence.close();
      throw error;
    }
    this.holder = { worker, former: holder ? [holder.worker, ...holder.former.slice(0, 1)] : [], presence };
    return this.holder;
  }

  private hear(payload: string, worker: number): void {
    if (wasHanded(payload, worker)) return;
    const subscriptionId = changedSubscription(payload);
    if (subscriptionId !== undefined) this.prefetch.lanes.letGo([subscriptionId]);
    this.rounds.wake();
  }

  private dispatch(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const attempt = this.attempt(delivery).then((ending) => {
        this.inFlight.delete(attempt);
        this.dispatch(this.prefetch.lanes.finish(delivery, ending));
        if (ending === 'unattempted') this.rounds.wake();
      });
      this.inFlight.add(attempt);
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<DeliveryEnding | 'unattempted'> {
    const { id, subscription } = delivery;
    const at = this.clock.system();
    if (!this.holder?.presence.isOpen || !this.prefetch.covers(subscription.id, at)) return 'unattempted';
    const { worker } = this.holder;
    try {
      const { result, signatures } = await this.attempts.make(delivery, at);
      const durationMs = this.clock.system().getTime() - at.getTime();
      const attempt = { id: newId(), delivery, worker, at, durationMs, result, signatures };
      this.outcomes.add(attempt);
      this.counts.add(attempt);
      return isDelivered(result) ? 'delivered' : 'failed';
    } catch (error) {
      this.logger.error({ err: error, deliveryId: id }, 'a delivery could not be attempted');
      this.prefetch.rest(subscription.id);
      return 'unattempted';
    }
  }
}
