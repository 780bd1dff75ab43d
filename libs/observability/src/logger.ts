import { trace } from '@opentelemetry/api';
import type { DestinationStream, Level, Logger as PinoLogger } from 'pino';
import { pino, stdTimeFunctions } from 'pino';
import { currentRequestId } from './context.js';
import { standardLog } from './log-output.js';
import { logError, redact } from './redaction.js';

export type Logger = PinoLogger;
export type LogLevel = Level | 'silent';

export const LOGGER = Symbol('LOGGER');

export interface LoggerOptions {
  /** Name of the app, in every line as `service`. */
  readonly service: string;
  readonly level?: LogLevel;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/** The ids of the current request and trace, if any. */
function correlation(): Record<string, string> {
  const requestId = currentRequestId();
  const span = trace.getActiveSpan()?.spanContext();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(span && { traceId: span.traceId, spanId: span.spanId }),
  };
}

/**
 * One JSON object a line: `level` as a word, `time` as ISO 8601, `service`, `requestId`, `traceId`, `spanId`, `msg`.
 * Fields whose names suggest secrets or personal data are hidden at any depth. Errors (under `err`) are reduced to
 * type, code, message and stack. The caller writes the text of `msg`: it must contain no data of a request.
 */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const logger = pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      mixin: correlation,
      serializers: { err: logError, error: logError },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields),
      },
    },
    destination ?? standardLog(),
  );
  // pino passes the bindings of a child to no formatter; children inherit this method, so that it covers theirs too.
  logger.child = new Proxy(Reflect.get(logger, 'child'), {
    apply: (child, parent, [bindings, ...rest]: [Record<string, unknown>, ...unknown[]]): unknown =>
      Reflect.apply(child, parent, [redact(bindings), ...rest]),
  });
  return logger;
}
