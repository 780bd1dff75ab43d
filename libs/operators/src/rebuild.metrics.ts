import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { type Rebuild, RebuildableModels, waitsForOperator } from '@halyard/messaging';
import { type Logger, LOGGER, Metrics, orWarn, SERVICE_NAME } from '@halyard/observability';

/** Measures the rebuilds of a service's read models. */
@Injectable()
export class RebuildMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly models: RebuildableModels,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.measure(
      'rebuild_events_left',
      'Events that the rebuild of a read model has still to take; 0 without a rebuild',
      ({ of, events }) => of - events,
    );
    this.measure(
      'rebuild_waiting',
      '1 while the rebuild of a read model differs or has stopped, and so waits for an operator; else 0',
      (rebuild) => (waitsForOperator(rebuild) ? 1 : 0),
    );
  }

  /** Gives each read model a value, which is 0 without a rebuild. */
  private measure(name: string, help: string, valueOf: (rebuild: Rebuild) => number): void {
    const { metrics, models, service, logger } = this;
    metrics.gauge(
      { name, help, labels: ['service', 'model'] },
      orWarn(logger, 'the rebuilds', async (gauge) => {
        for (const model of models.list()) {
          const rebuild = await model.rebuild();
          gauge.set({ service, model: model.name }, rebuild ? valueOf(rebuild) : 0);
        }
      }),
    );
  }
}
