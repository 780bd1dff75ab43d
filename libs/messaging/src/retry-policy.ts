import { MalformedEvent } from '@halyard/contracts';
import { backoffMs, DomainError } from '@halyard/core';

const DELAY_MS = { first: 100, max: 60_000 };
/** Some 25 seconds in all. */
const ATTEMPTS_MAX = 9;

const ASK_DELAY_MS = { first: 1_000, max: 300_000 };

/** How long a key waits behind a hole before its source is asked for what is missing, and then before it is asked again. */
export const askDelayMs = (asked: number): number => backoffMs(asked + 1, ASK_DELAY_MS);

/**
 * When an event that failed `attempts` times is tried again, in milliseconds; undefined once its key is to be parked.
 * Codes that can succeed later are tried for ever, those that cannot never again (the table of error codes says which),
 * and what nobody foresaw a bounded number of times.
 */
export function retryDelayMs(error: unknown, attempts: number): number | undefined {
  const delay = backoffMs(attempts, DELAY_MS);
  if (error instanceof MalformedEvent) return undefined;
  if (error instanceof DomainError) return error.retryable ? delay : undefined;
  return attempts < ATTEMPTS_MAX ? delay : undefined;
}
