import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const { prototype: queue } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
  readonly prototype: RequestQueue;
};
const { scheduleCheckPendingRequests } = queue;

/**
 * kafkajs 2.2.4 looks every millisecond, on every connection for ever, whether a request waits: 3 % of a core for each
 * process. A request that has to wait asks to be looked after by itself, so that nobody else needs to.
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};
