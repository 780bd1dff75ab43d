import { DomainError } from '@halyard/core';
import type { FormFault } from '@halyard/pages';

export interface SlowedDown {
  readonly status: 429;
  readonly retryAfterSeconds: number;
  readonly faults: readonly FormFault[];
}

/** For `catch`: the text for the form's page if the error is TooManyRequests. Throws every other error. */
export function slowedDown(error: unknown): SlowedDown {
  if (!(error instanceof DomainError) || error.code !== 'TooManyRequests') throw error;
  const { message, detail } = error;
  return { status: 429, retryAfterSeconds: detail.retryAfterSeconds ?? 1, faults: [{ message }] };
}
