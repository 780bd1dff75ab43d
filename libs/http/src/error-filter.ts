import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, type HttpServer } from '@nestjs/common';
import { DomainError, type ErrorCode, isUnavailable } from '@halyard/core';
import { errorAnswer } from './error-answer.js';
import type { OperationCarrier } from './operation.js';
import { OutageLog, type OutageLines } from './outage-log.js';

/** The part of the pino logger that the filter needs. */
export interface ErrorLog extends OutageLines {
  error(fields: object, message: string): void;
}

export interface ErrorFilterOptions {
  readonly log: ErrorLog;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Codes for refusals by Nest and Fastify themselves. Any other 4xx of theirs means that the request could not be read.
 */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'InvalidVersion',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'NotFound',
  415: 'UnsupportedMediaType',
  503: 'ServiceUnavailable',
};

/** The status that an error of Fastify carries. */
function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return undefined;
  const isFastifys = typeof error.code === 'string' && error.code.startsWith('FST_');
  return isFastifys && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

const isUnreadable = (status: number): boolean => status >= 400 && status < 500;

/** Renders every error of a service as an `ErrorAnswer`. This is the only place where errors become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly outages: OutageLog;

  constructor(
    private readonly adapter: Pick<HttpServer, 'reply' | 'isHeadersSent'>,
    private readonly options: ErrorFilterOptions,
  ) {
    this.outages = new OutageLog(options.log);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<object>();
    const { status, body } = errorAnswer(this.refusal(thrown, http.getRequest<OperationCarrier>()));
    if (!this.adapter.isHeadersSent?.(response)) this.adapter.reply(response, body, status);
  }

  private refusal(thrown: unknown, { operation }: OperationCarrier): DomainError {
    if (thrown instanceof DomainError) return thrown;
    if (isUnavailable(thrown)) {
      this.outages.note(thrown);
      return new DomainError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: thrown });
    }
    const status = frameworkStatus(thrown);
    const code = status && (codeOfStatus[status] ?? (isUnreadable(status) ? 'BadRequest' : undefined));
    if (code) return new DomainError(code);

    this.options.log.error(
      { err: thrown, requestId: operation?.requestId, operationId: operation?.id },
      'a request failed unexpectedly',
    );
    return new DomainError('ServerError', { cause: thrown });
  }
}
