import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import { Rounds, TimerScheduler } from '@halyard/background';
import { LOGGER } from '@halyard/observability';
import { DeliverySignal } from '../event/delivery-signal.session.js';
import { OwnSender, type Sender } from '../event/own-sender.js';
import type { RecordedDelivery } from '../event/recorded-delivery.js';
import { DeliveryAttempts } from './attempt/delivery-attempts.js';
import { type ClaimedDelivery, isDelivered } from './delivery.js';
import { DeliveryLimits } from './delivery-limits.js';
import { AttemptRecords } from './queue/attempt-records.rows.js';
import { DeliveryLanes, type Ending } from './queue/delivery-lanes.js';
import { DeliveryQueue } from './queue/delivery-queue.rows.js';
import { LaneLeases } from './queue/lane-leases.js';
import { OutcomeLog } from './queue/outcome-log.js';

/**
 * Sends pending deliveries. Any number of workers may run: each subscription is served by the one that leases it, and
 * whatever that one had not written down when it died is sent again by another. Events of one resource reach a
 * subscriber in order, repetitions apart: the attempt at a later delivery begins once those at the earlier ones have
 * ended. Between announcements the worker does nothing at all.
 */
@Injectable()
export class DeliveryWorker implements Sender, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: DeliveryLanes;
  private readonly leases: LaneLeases;
  private readonly outcomes: OutcomeLog;
  private readonly rounds: Rounds;
  private readonly inFlight = new Set<Promise<void>>();
  /** Subscriptions whose deliveries could not be attempted, and until when they are left alone. */
  private readonly resting = new Map<string, number>();
  /** Its numbers on earlier connections, under which it may still hold leases. */
  private former: readonly number[] = [];
  private readonly stopping = new AbortController();
  private running?: Promise<void>;
  /** While the queue is being asked nothing may be handed over: its answer could bring the same delivery. */
  private isAsking = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempts: DeliveryAttempts,
    private readonly signal: DeliverySignal,
    private readonly clock: Clock,
    private readonly limits: DeliveryLimits,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly records: AttemptRecords,
    private readonly own: OwnSender,
  ) {
    this.lanes = new DeliveryLanes(limits);
    this.leases = new LaneLeases(queue, limits);
    this.rounds = new Rounds({
      round: () => this.round(),
      onFailure: (error) => this.logger.error({ err: error }, 'deliveries could not be claimed'),
      scheduler: new TimerScheduler(),
    });
    this.outcomes = new OutcomeLog({
      settle: (attempts) => this.records.settle(attempts),
      onWritten: (attempts) => {
        if (this.lanes.written(attempts.map(({ delivery }) => delivery))) this.rounds.wake();
      },
      onFailure: (error) => this.logger.error({ err: error }, 'outcomes of deliveries could not be written'),
      pauseAfterFailureMs: limits.pauseAfterFailureMs,
      gatherMs: limits.outcomesGatherMs,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.begin();
    this.own.sender = this;
    this.running = this.rounds.run(this.stopping.signal);
  }

  /** Finishes the attempts in flight, and leaves the rest to other workers. */
  async beforeApplicationShutdown(): Promise<void> {
    this.own.sender = undefined;
    this.lanes.close();
    this.stopping.abort();
    await this.running;
    await Promise.all(this.inFlight);
    await this.outcomes.close();
    for (const worker of this.former) await this.queue.release(worker);
    await this.signal.stop();
  }

  get worker(): number | undefined {
    return this.isAsking ? undefined : this.signal.worker;
  }

  take(deliveries: readonly RecordedDelivery[]): void {
    const now = this.clock.system();
    const taken = deliveries.filter((delivery) => this.mayTake(delivery, now) && this.lanes.hand(delivery));
    this.records.expect(taken);
    this.dispatch(this.lanes.take());
    if (taken.length < deliveries.length) this.rounds.wake();
  }

  look(): void {
    this.rounds.wake();
  }

  private mayTake({ subscription: { id } }: RecordedDelivery, now: Date): boolean {
    return !this.isAsking && this.leases.covers(id, now) && !this.isResting(id, now);
  }

  /** @returns how long to wait, in milliseconds; undefined: until an announcement */
  private async round(): Promise<number | undefined> {
    try {
      this.isAsking = true;
      const nextLookAt = await this.fill(this.signal.worker ?? (await this.begin()));
      this.isAsking = false;
      this.dispatch(this.lanes.take());
      return nextLookAt && Math.max(0, nextLookAt - this.clock.system().getTime());
    } catch (error) {
      this.isAsking = false;
      // Leases may have been taken under this number without its knowing: it goes on under a new one.
      await this.signal.stop().catch(() => undefined);
      throw error;
    }
  }

  /** Starts without leases: those under its former numbers are free for anyone from now on. */
  private async begin(): Promise<number> {
    this.lanes.letGoOfAll();
    this.leases.forgetAll();
    const worker = await this.signal.start(
      () => this.rounds.wake(),
      (subscriptionId) => this.lanes.letGo([subscriptionId]),
    );
    this.former = [worker, ...this.former.slice(0, 1)];
    return worker;
  }

  /**
   * Claims as many deliveries as there is room for.
   *
   * @returns when to look again even if nothing is announced, in milliseconds since 1970
   */
  private async fill(worker: number): Promise<number | undefined> {
    const now = this.clock.system();
    // Some are deleted or paused by now, and would be looked for at once, for ever.
    for (const subscriptionId of this.resting.keys()) this.isResting(subscriptionId, now);
    this.letGo(this.leases.ended(now));
    const waiting = (await this.queue.waitingLanes()).filter(
      ({ subscriptionId }) => !this.isResting(subscriptionId, now),
    );
    const mine = await this.leases.take(waiting, { worker, former: this.former, now });
    // These lanes are paused, deleted, leased by another worker, or resting.
    const isMine = new Set(mine);
    this.letGo(this.lanes.names().filter((name) => !isMine.has(name)));

    const rooms = this.lanes.rooms(mine);
    const claimed = await this.queue.claim(rooms, this.lanes.holds(rooms.keys()));
    this.records.expect(claimed);
    this.lanes.add(rooms, claimed);
    const lookAt = this.leases.nextLookAt(waiting, new Set(this.lanes.names()));
    return [...this.resting.values(), ...(lookAt === undefined ? [] : [lookAt])].sort((a, b) => a - b)[0];
  }

  private letGo(subscriptionIds: readonly string[]): void {
    this.lanes.letGo(subscriptionIds);
    this.leases.forget(subscriptionIds);
  }

  private isResting(subscriptionId: string, now: Date): boolean {
    const untilMs = this.resting.get(subscriptionId) ?? 0;
    if (untilMs > now.getTime()) return true;
    this.resting.delete(subscriptionId);
    return false;
  }

  private dispatch(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const attempt = this.attempt(delivery).then((ending) => {
        this.inFlight.delete(attempt);
        const { next, askAgain } = this.lanes.finish(delivery, ending);
        this.dispatch(next);
        if (askAgain) this.rounds.wake();
      });
      this.inFlight.add(attempt);
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<Ending> {
    const { id, subscription } = delivery;
    const at = this.clock.system();
    const worker = this.signal.worker;
    if (worker === undefined || !this.leases.covers(subscription.id, at)) return 'unattempted';
    try {
      const { result, signatures } = await this.attempts.make(delivery, at);
      const durationMs = this.clock.system().getTime() - at.getTime();
      this.outcomes.add({ id: newId(), delivery, worker, at, durationMs, result, signatures });
      return isDelivered(result) ? 'delivered' : 'failed';
    } catch (error) {
      this.logger.error({ err: error, deliveryId: id }, 'a delivery could not be attempted');
      this.resting.set(subscription.id, at.getTime() + this.limits.pauseAfterFailureMs);
      return 'unattempted';
    }
  }
}
