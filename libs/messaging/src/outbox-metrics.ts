import type { ServiceName } from '@halyard/contracts';
import type { Logger, Metrics } from '@halyard/observability';
import type { MessageBus } from './message-bus.js';

export function measureOutbox(metrics: Metrics, bus: MessageBus, service: ServiceName, logger: Logger): void {
  metrics.gauge(
    {
      name: 'outbox_age_seconds',
      help: 'How long the oldest event that the brokers do not have yet has waited',
      labels: ['service'],
    },
    async (gauge) => {
      try {
        gauge.set({ service }, await bus.outboxAgeSeconds(service));
      } catch (error) {
        logger.warn({ err: error, service }, 'the outbox could not be read for the metrics');
      }
    },
  );
}
