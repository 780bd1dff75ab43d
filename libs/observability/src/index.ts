export { currentRequestId, withRequestId } from './context.js';
export type { Logger, LoggerOptions, LogLevel } from './logger.js';
export { createLogger, LOGGER } from './logger.js';
export type { MetricOptions } from './metrics.js';
export { Metrics } from './metrics.js';
export type { MetricsServer, MetricsServerOptions } from './metrics-server.js';
export { startMetricsServer } from './metrics-server.js';
export type { SpanOptions, Tracing, TracingOptions } from './tracing.js';
export { causedBy, currentTraceparent, startTracing, withSpan } from './tracing.js';
