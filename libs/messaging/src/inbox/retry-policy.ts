import { MalformedEvent } from '@halyard/contracts/topics';
import { backoffMs, DomainError } from '@halyard/core';

const DELAY_MS = { first: 100, max: 60_000 };
/** Attempts with an unforeseen error before a key is parked. They take about 25 seconds. */
const ATTEMPTS_MAX = 9;

const ASK_DELAY_MS = { first: 1_000, max: 300_000 };

/** Milliseconds that a key waits at a gap before its source is asked for the missing event, or is asked again. */
export const askDelayMs = (asked: number): number => backoffMs(asked + 1, ASK_DELAY_MS);

/**
 * Decides when an event is retried. If the error's code can succeed later, it is retried for ever; if the code can't,
 * it is not retried (the table of error codes says which). After an unforeseen error, the number of retries is bounded.
 * @returns milliseconds until an event that failed `attempts` times is retried; undefined if its key is to be parked
 */
export function retryDelayMs(error: unknown, attempts: number): number | undefined {
  const delay = backoffMs(attempts, DELAY_MS);
  if (error instanceof MalformedEvent) return undefined;
  if (error instanceof DomainError) return error.retryable ? delay : undefined;
  return attempts < ATTEMPTS_MAX ? delay : undefined;
}
