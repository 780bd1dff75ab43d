import { Inject, Injectable } from '@nestjs/common';
import { type PauseReason, pauseReasons } from '@halyard/contracts/webhooks';
import { Clock } from '@halyard/core';
import { type Logger, LOGGER, Metrics, orWarn } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { longestDue, pausedCounts } from './deliveries.query.js';

/** Whether somebody has paused a subscription, or its failures have. */
const causeOf = (reason: PauseReason): 'person' | 'failing' => (reason === 'requested' ? 'person' : 'failing');

/** Measures at each scrape how far deliveries are behind. */
@Injectable()
export class DeliveryMetrics {
  constructor(metrics: Metrics, dataSource: DataSource, clock: Clock, @Inject(LOGGER) logger: Logger) {
    metrics.gauge(
      {
        name: 'deliveries_overdue_seconds',
        help: 'How long the delivery has waited beyond its moment that has been due longest; 0 if none is due',
      },
      orWarn(logger, 'the deliveries', async (gauge) => {
        const now = clock.system();
        const since = await longestDue(dataSource, now);
        gauge.set(since ? Math.max(0, now.getTime() - since.getTime()) / 1_000 : 0);
      }),
    );
    metrics.gauge(
      {
        name: 'subscriptions_paused',
        help: 'Subscriptions that are paused: because they were failing, or by a person',
        labels: ['cause'],
      },
      orWarn(logger, 'the paused subscriptions', async (gauge) => {
        const counts = await pausedCounts(dataSource);
        const sums = { person: 0, failing: 0 };
        for (const reason of pauseReasons) sums[causeOf(reason)] += counts.get(reason) ?? 0;
        for (const [cause, count] of Object.entries(sums)) gauge.set({ cause }, count);
      }),
    );
  }
}
