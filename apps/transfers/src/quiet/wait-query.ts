import { DeclaredQuery, terms } from '@halyard/input';

const WAIT_SECONDS_MAX = 30;

const wait = (otherwise: number) => ({
  ...terms.wholeNumber(0, WAIT_SECONDS_MAX, otherwise, 'How many seconds the answer may wait.'),
  code: 'Invalid' as const,
});

/** The query of a request that waits unless it says otherwise. */
export const waitQuery = new DeclaredQuery({ wait: wait(20) }, undefined, 'refused');
/** The query of a request that waits only if it says so. */
export const optionalWaitQuery = new DeclaredQuery({ wait: wait(0) }, undefined, 'refused');
