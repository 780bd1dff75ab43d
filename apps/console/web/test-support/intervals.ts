import { afterEach, beforeEach, jest } from '@jest/globals';

/** Functions that stay real in a spec: Testing Library and the API's client wait by real time. */
const real = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setTimeout', 'clearTimeout'] as const),
  ...(['setImmediate', 'clearImmediate', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
];

/**
 * Stops everything that a page repeats at intervals, in each test of a spec.
 *
 * @returns a function that lets a time pass for the page, in milliseconds
 */
export function holdIntervals(): (ms: number) => void {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: [...real] }));
  afterEach(() => void jest.useRealTimers());
  return (ms) => void jest.advanceTimersByTime(ms);
}
