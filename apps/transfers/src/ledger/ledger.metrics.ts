import { Inject, Injectable } from '@nestjs/common';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import { Conservation, type ConservationReport } from './conservation/conservation.js';

/** The classes of ledger accounts, and the sums computed from the payments. */
const stated = [
  'postedBalances',
  'paymentsInTransit',
  'bankClearingIn',
  'bankClearingOut',
  'paymentsIn',
  'paymentsOut',
] as const;

/** Checks the ledger at every scrape. The alert on `halyard_conservation_balanced` below 1 is the most important. */
@Injectable()
export class LedgerMetrics {
  /** All gauges of one scrape share one check. */
  private checking: Promise<ConservationReport | undefined> | undefined;

  constructor(
    metrics: Metrics,
    private readonly conservation: Conservation,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const gauge = (name: string, help: string, valueOf: (conserved: ConservationReport) => number) =>
      metrics.gauge({ name, help }, (own) => this.checked((conserved) => own.set(valueOf(conserved))));
    metrics.gauge(
      {
        name: 'ledger_cents',
        help: 'What stands in each class of ledger account, and what the payments say on their own',
        labels: ['account'],
      },
      (sums) =>
        this.checked(({ books }) => {
          for (const account of stated) sums.set({ account }, Number(books[account]));
        }),
    );
    gauge(
      'ledger_balanced',
      '1 while posted balances + transit = in - out, and nothing ended is in transit',
      ({ books }) => (books.balanced ? 1 : 0),
    );
    gauge('conservation_balanced', '1 while the ledger adds up, as a whole and for each account', ({ balanced }) =>
      balanced ? 1 : 0,
    );
    gauge(
      'conservation_lag_seconds',
      'How long ago the ledger was last known to include everything',
      ({ lagSeconds }) => lagSeconds,
    );
  }

  private async checked(show: (conserved: ConservationReport) => void): Promise<void> {
    this.checking ??= this.check();
    const conserved = await this.checking;
    if (conserved) show(conserved);
  }

  private async check(): Promise<ConservationReport | undefined> {
    try {
      return await this.conservation.check();
    } catch (error) {
      this.logger.warn({ err: error }, 'the trial balance could not be read for the metrics');
      return undefined;
    } finally {
      this.checking = undefined;
    }
  }
}
