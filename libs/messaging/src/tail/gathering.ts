import { gather } from '@halyard/background';

/** Time from the start of one page to the start of the next, which depends on the number of events. */
const GATHERING = { minMs: 10, perEventMs: 0.75, maxMs: 80 };

/** Waits until the next page may begin, or until the signal aborts. */
export const gatherPage = (events: number, beganMs: number, signal: AbortSignal): Promise<void> =>
  gather(events, GATHERING, { beganMs, signal });
