import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { Metrics } from '@halyard/observability';

/** Counts log-ins of people for the metrics. */
@Injectable()
export class LogInCounts {
  private readonly logIns: ReturnType<Metrics['counter']>;

  constructor(metrics: Metrics) {
    this.logIns = metrics.counter({
      name: 'log_ins_total',
      help: 'Log-ins of people; one with a second factor counts as accepted once that was right',
      labels: ['outcome'],
    });
    // Prometheus sees no increase in a series that begins with one.
    for (const outcome of ['accepted', 'refused']) this.logIns.inc({ outcome }, 0);
  }

  accept(): void {
    this.logIns.inc({ outcome: 'accepted' });
  }

  /** Counts an attempt as refused if it has no result, or comes too early after wrong ones. */
  async orRefused<Result extends object>(attempt: Promise<Result | undefined>): Promise<Result | undefined> {
    try {
      const result = await attempt;
      if (!result) this.refuse();
      return result;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'TooManyRequests') this.refuse();
      throw error;
    }
  }

  private refuse(): void {
    this.logIns.inc({ outcome: 'refused' });
  }
}
