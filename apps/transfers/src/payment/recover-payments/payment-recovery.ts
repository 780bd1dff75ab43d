import type { EventStore, Position, SubscriptionBatch } from '@halyard/event-store';
import type { Checkpoints } from '../../projection/checkpoints.js';
import { type Runner, StreamReader } from '../../projection/stream-reader.js';
import type { PaymentProcess } from '../payment.process.js';
import { OpenPayments } from './open-payments.js';

const NAME = 'payment-recovery';
/** Payments driven at a time: those that a crash left must not crowd out new ones. */
const DRIVEN_MAX = 8;

export interface RecoveryLog {
  error(fields: object, message: string): void;
}

/**
 * Finishes what was begun and left. Handlers finish their own payments; what a crash left is open when recovery begins
 * and is driven at once, and what stays open over two sweeps is driven too. Driving is idempotent, so being wrong about
 * who is at work costs some reads only.
 */
export class PaymentRecovery implements Runner {
  private readonly reader: StreamReader;
  private open = new OpenPayments(0n);
  private saved: Position = 0n;
  /** Position at which what was open at the beginning is known; undefined once it is driven. */
  private catchingUpTo: Position | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly process: PaymentProcess,
    private readonly checkpoints: Pick<Checkpoints, 'read' | 'advance'>,
    private readonly store: EventStore,
    private readonly sweepMs: number,
    private readonly log: RecoveryLog,
  ) {
    this.reader = new StreamReader(store, {
      streamPrefixes: ['payment-', 'balance-'],
      from: () => this.begin(),
      onBatch: (batch) => this.handle(batch),
      onFailure: (error) => log.error({ err: error }, 'payment recovery lost its subscription'),
    });
  }

  start(): void {
    this.reader.start();
  }

  async stop(): Promise<void> {
    await this.reader.stop();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.sweeping;
    await this.save();
  }

  private async begin(): Promise<Position> {
    this.catchingUpTo = await this.store.head();
    this.saved = await this.checkpoints.read(NAME);
    this.open = new OpenPayments(this.saved);
    return this.saved;
  }

  private handle({ events, position }: SubscriptionBatch): Promise<void> {
    this.open.observe(events, position);
    if (this.catchingUpTo !== undefined && position >= this.catchingUpTo) {
      this.catchingUpTo = undefined;
      this.sweep(this.open.ids);
    }
    this.sweepLater();
    return Promise.resolve();
  }

  /** Sweeps go on while something is open, and once more to store how far everything is done. */
  private sweepLater(): void {
    const isIdle = this.open.size === 0 && this.open.lowWater <= this.saved;
    if (isIdle || this.timer || this.catchingUpTo !== undefined || !this.reader.isRunning) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sweep(this.open.sweep());
    }, this.sweepMs);
  }

  private sweep(stale: readonly string[]): void {
    this.sweeping ??= this.finish(stale).finally(() => {
      this.sweeping = undefined;
      this.sweepLater();
    });
  }

  private async finish(stale: readonly string[]): Promise<void> {
    const left = stale.filter((paymentId) => !this.process.isDriving(paymentId));
    const drivers = Array.from({ length: DRIVEN_MAX }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await this.drive(next);
    });
    await Promise.all(drivers);
    await this.save();
  }

  private async drive(paymentId: string): Promise<void> {
    try {
      await this.process.drive(paymentId);
    } catch (error) {
      // It stays open, so the next sweep tries again.
      this.log.error({ err: error, paymentId }, 'a payment could not be finished yet');
    }
  }

  private async save(): Promise<void> {
    const position = this.open.lowWater;
    if (position <= this.saved) return;
    try {
      await this.checkpoints.advance(NAME, position);
      this.saved = position;
    } catch (error) {
      this.log.error({ err: error }, 'the checkpoint of payment recovery could not be stored');
    }
  }
}
