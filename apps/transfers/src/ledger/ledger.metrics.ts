import { Inject, Injectable } from '@nestjs/common';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { readTrialBalance } from './trial-balance/trial-balance.query.js';

/** Checks the ledger at every scrape: an alert on `halyard_ledger_balanced` below 1 is the most important one. */
@Injectable()
export class LedgerMetrics {
  constructor(metrics: Metrics, dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const sums = metrics.gauge({
      name: 'ledger_cents',
      help: 'What stands in each class of ledger account, and what the payments say on their own',
      labels: ['account'],
    });
    metrics.gauge(
      {
        name: 'ledger_balanced',
        help: '1 while posted balances + transit = in - out, and nothing ended is in transit',
      },
      async (gauge) => {
        try {
          const { balanced, unsettledPayments: _, ...stated } = await readTrialBalance(dataSource.manager);
          for (const [account, minor] of Object.entries(stated)) sums.set({ account }, Number(minor));
          gauge.set(balanced ? 1 : 0);
        } catch (error) {
          logger.warn({ err: error }, 'the trial balance could not be read for the metrics');
        }
      },
    );
  }
}
