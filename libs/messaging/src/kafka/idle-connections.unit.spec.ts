import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import './idle-connections.js';

type RequestQueue = new (options: object) => { checkPendingRequests(): void; destroy(): void; pending: object[] };
const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as RequestQueue;

const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('a connection of kafkajs', () => {
  it.each([
    [0, 0],
    [1, 1],
  ])('with %i requests that wait sets %i timers', (waiting, expected) => {
    const queue = new Queue({ maxInFlightRequests: 0, logger: {} });
    queue.pending = Array.from({ length: waiting }, () => ({}));
    const before = timers();
    queue.checkPendingRequests();
    expect(timers() - before).toBe(expected);
    queue.destroy();
  });
});
