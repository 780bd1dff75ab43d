import { MalformedEvent } from '@halyard/contracts/topics';
import { backoffMs, DomainError } from '@halyard/core';

const DELAY_MS = { first: 100, max: 60_000 };
/** About 25 seconds in all. */
const ATTEMPTS_MAX = 9;

const ASK_DELAY_MS = { first: 1_000, max: 300_000 };

/** How long a key waits at a gap before its source is asked for the missing event, or is asked again. */
export const askDelayMs = (asked: number): number => backoffMs(asked + 1, ASK_DELAY_MS);

/**
 * Errors whose code can succeed later are retried for ever, those whose code can't are not (the table of error codes
 * says which), and unforeseen ones a bounded number of times.
 * @returns milliseconds until an event that failed `attempts` times is retried; undefined if its key is to be parked
 */
export function retryDelayMs(error: unknown, attempts: number): number | undefined {
  const delay = backoffMs(attempts, DELAY_MS);
  if (error instanceof MalformedEvent) return undefined;
  if (error instanceof DomainError) return error.retryable ? delay : undefined;
  return attempts < ATTEMPTS_MAX ? delay : undefined;
}
