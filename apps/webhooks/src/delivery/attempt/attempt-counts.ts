import { Injectable } from '@nestjs/common';
import { Metrics } from '@halyard/observability';
import { type Attempt, isDelivered } from '../delivery.js';

/** From an answer at once to the longest attempt after a minute's wait. */
const FIRST_ATTEMPT_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts attempts for the metrics. */
@Injectable()
export class AttemptCounts {
  private readonly attempts: ReturnType<Metrics['counter']>;
  private readonly first: ReturnType<Metrics['histogram']>;

  constructor(metrics: Metrics) {
    this.attempts = metrics.counter({
      name: 'delivery_attempts_total',
      help: 'Attempts at deliveries',
      labels: ['outcome'],
    });
    this.first = metrics.histogram({
      name: 'delivery_first_attempt_seconds',
      help: 'Time from the recording of an event to the end of the first attempt to deliver it',
      buckets: FIRST_ATTEMPT_BUCKETS_SECONDS,
    });
    // Prometheus sees no increase in a series that begins with one.
    for (const outcome of ['delivered', 'failed']) this.attempts.inc({ outcome }, 0);
  }

  add({ delivery, at, durationMs, result }: Attempt): void {
    this.attempts.inc({ outcome: isDelivered(result) ? 'delivered' : 'failed' });
    const { tries, resendOf, dueAt, recordedAt } = delivery;
    // Deliveries after a pause, and those that somebody asks for, were not due when their event was recorded.
    if (tries > 0 || resendOf !== undefined || dueAt !== undefined) return;
    this.first.observe(Math.max(0, at.getTime() + durationMs - recordedAt.getTime()) / 1_000);
  }
}
