import { Inject, Injectable } from '@nestjs/common';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import { ReadModels } from './read-models.js';

@Injectable()
export class ProjectionMetrics {
  constructor(metrics: Metrics, readModels: ReadModels, @Inject(LOGGER) logger: Logger) {
    metrics.gauge(
      {
        name: 'projection_events_behind',
        help: 'Events that wait behind the one that a read model can not take, itself included',
        labels: ['projection', 'stream', 'revision', 'id', 'type', 'cause'],
      },
      (gauge) => {
        gauge.reset();
        for (const { name, stopped } of readModels.list()) {
          if (!stopped) continue;
          const { stream, revision, id, type, cause } = stopped.at;
          gauge.set({ projection: name, stream, revision, id, type, cause }, stopped.eventsBehind);
        }
      },
    );
    metrics.gauge(
      {
        name: 'projection_lag_positions',
        help: "Positions of the event store's order that a read model has not taken yet",
        labels: ['projection'],
      },
      async (gauge) => {
        try {
          for (const model of readModels.list()) gauge.set({ projection: model.name }, await model.lag());
        } catch (error) {
          logger.warn({ err: error }, 'the projections could not be read for the metrics');
        }
      },
    );
  }
}
