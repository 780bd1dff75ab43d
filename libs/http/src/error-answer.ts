import type { ErrorAnswer, ResourceRef } from '@halyard/contracts';
import { DomainError, type ErrorCode, errorCodes, type ErrorKind } from '@halyard/core';
import type { ServiceAnswer } from './service-request.js';

/** The HTTP status of each kind of refusal (reference facts, section 12; decisions, "Requests and answers"). */
export const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  gone: 410,
  tooEarly: 202,
  methodNotAllowed: 405,
  notAcceptable: 406,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  unprocessable: 422,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  timeout: 500,
};

export function errorAnswer(error: DomainError): ServiceAnswer {
  const { faults, moreFaults, about, retryAfterSeconds, clockStep } = error.detail;
  const body: ErrorAnswer = {
    type: 'error',
    code: error.code,
    message: error.message,
    ...(faults && { faults }),
    ...(moreFaults !== undefined && { moreFaults }),
    // The core has no type for kinds of resources. Code that throws takes them from the contracts, so the cast is safe.
    ...(about && { about: about as ResourceRef }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(clockStep !== undefined && { clockStep }),
  };
  return { status: statusOf[error.kind], body };
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/**
 * Makes the error that a service's answer stands for, for the caller to throw. It is a ServerError if this build does
 * not know the code.
 */
export function refusalOf(answer: ErrorAnswer): DomainError {
  const { code, message, faults, moreFaults, about, retryAfterSeconds, clockStep } = answer;
  return isErrorCode(code)
    ? new DomainError(code, { message, faults, moreFaults, about, retryAfterSeconds, clockStep })
    : new DomainError('ServerError', { cause: `unknown error code ${code}` });
}
