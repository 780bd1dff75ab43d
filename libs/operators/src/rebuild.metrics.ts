import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { RebuildableModels } from '@halyard/messaging';
import { type Logger, LOGGER, Metrics, SERVICE_NAME } from '@halyard/observability';

/** Measures how much each rebuild of a service's read models has still to take. */
@Injectable()
export class RebuildMetrics {
  constructor(
    metrics: Metrics,
    models: RebuildableModels,
    @Inject(SERVICE_NAME) service: ServiceName,
    @Inject(LOGGER) logger: Logger,
  ) {
    metrics.gauge(
      {
        name: 'rebuild_events_left',
        help: 'Events that the rebuild of a read model has still to take; 0 without a rebuild',
        labels: ['service', 'model'],
      },
      async (gauge) => {
        try {
          for (const model of models.list()) {
            const rebuild = await model.rebuild();
            gauge.set({ service, model: model.name }, rebuild ? rebuild.of - rebuild.events : 0);
          }
        } catch (error) {
          logger.warn({ err: error }, 'the rebuilds could not be read for the metrics');
        }
      },
    );
  }
}
