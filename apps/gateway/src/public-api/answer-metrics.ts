import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, Metrics } from '@halyard/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Times of answers, by route and status, and a line for each request that was not served. */
@Injectable()
export class AnswerMetrics {
  private readonly durations: ReturnType<Metrics['histogram']>;

  constructor(
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.durations = metrics.histogram({
      name: 'gateway_request_duration_seconds',
      help: 'Time from a request to its answer',
      labels: ['method', 'route', 'status'],
    });
  }

  observe({ id, method, routeOptions, isShed }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const labels = { method, route: routeOptions.url ?? 'none', status: statusCode };
    this.durations.observe(labels, elapsedTime / 1000);
    // Overload shows in a metric of its own: a log line for each refused request would add to the load.
    if (statusCode >= 500 && !isShed) this.logger.warn({ ...labels, requestId: id }, 'a request was not served');
  }
}
