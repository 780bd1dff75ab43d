import type { RetryPause } from '@halyard/client';
import type { CommonOptions, Context } from '../context.js';
import { isApiError } from '../exit-codes.js';
import { jsonText, plain } from './terminal-text.js';

/** A wait that is shorter is told once: a request that is repeated often would fill the terminal. */
const SHORT_MS = 1_000;

/** Tells on standard error that a refused request waits to be sent again, and for how long. */
export function retryTeller(note: Context['note'], { json }: CommonOptions): (pause: RetryPause) => void {
  let isTold = false;
  return ({ error, waitMs }) => {
    // A suite that can't be reached is given up after seconds, and named then.
    if (!isApiError(error) || (isTold && waitMs < SHORT_MS)) return;
    isTold = true;
    const { status, code } = error;
    const seconds = Number((waitMs / 1_000).toFixed(1));
    note(
      json
        ? jsonText({ waiting: { status, code, seconds } })
        : plain(`${status} ${code}: trying again in ${seconds} s`),
    );
  };
}
