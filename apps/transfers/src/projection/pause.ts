import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after a delay, or once the signal aborts. A port, so that a simulation need not wait. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Timers of the process; they do not keep it alive. */
export const timerPause: Pause = (ms, signal) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
