import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type ErrorCode, isUnavailable } from '@halyard/core';
import { LOGGER, type Logger } from '@halyard/observability';

/** Refusals of Fastify itself. Any other 4xx of Fastify is a request that could not be read. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'NotFound',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'NotFound',
  415: 'UnsupportedMediaType',
};

/** @returns the refusal for an error of the HTTP layer; undefined for any other error */
export function refusalOfFramework(error: unknown): DomainError | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  const isClients = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return isClients ? new DomainError(codeOfStatus[statusCode] ?? 'BadRequest', { cause: error }) : undefined;
}

@Injectable()
export class Failures {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Logs any unexpected error under the request's id, and turns it into a ServerError. */
  refusalOf(error: unknown, requestId: string): DomainError {
    const refusal = error instanceof DomainError ? error : refusalOfFramework(error);
    if (refusal) return refusal;
    if (isUnavailable(error)) return new DomainError('ServiceUnavailable', { cause: error });
    this.logger.error({ err: error, requestId }, 'a request failed unexpectedly');
    return new DomainError('ServerError', { cause: error });
  }
}
