import { afterEach, beforeEach, jest } from '@jest/globals';

/** All that a spec leaves as it is: Testing Library and the client of the API wait by real time. */
const real = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setTimeout', 'clearTimeout'] as const),
  ...(['setImmediate', 'clearImmediate', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
];

/**
 * Holds up in each test of a spec what a page does again and again.
 *
 * @returns lets a time pass for it, in milliseconds
 */
export function holdIntervals(): (ms: number) => void {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: [...real] }));
  afterEach(() => void jest.useRealTimers());
  return (ms) => void jest.advanceTimersByTime(ms);
}
