import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import './idle-connections.js';

interface Request {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}
interface RequestQueue {
  readonly inflight: Map<number, Request>;
  pending: object[];
  checkPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}
type RequestQueueClass = new (options: object) => RequestQueue;
const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as RequestQueueClass;

describe('a connection of kafkajs', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([
    [0, 0],
    [1, 1],
  ])('with %i requests that wait sets %i timers', (waiting, expected) => {
    const queue = new Queue({ maxInFlightRequests: 0, logger: {} });
    queue.pending = Array.from({ length: waiting }, () => ({}));
    queue.checkPendingRequests();
    expect(jest.getTimerCount()).toBe(expected);
    queue.destroy();
  });

  it('wakes once a second to give up requests that are overdue, until it is gone', () => {
    const isConnected = jest.fn(() => true);
    const queue = new Queue({ isConnected, logger: {} });
    const timeoutRequest = jest.fn();
    queue.inflight.set(1, { sentAt: Date.now(), requestTimeout: 10_000, timeoutRequest });
    queue.scheduleRequestTimeoutCheck();
    jest.advanceTimersByTime(10_000);
    expect(isConnected).toHaveBeenCalledTimes(10);
    expect(timeoutRequest).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(timeoutRequest).toHaveBeenCalledTimes(1);
    isConnected.mockReturnValue(false);
    jest.advanceTimersByTime(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
