import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const { prototype: queue } = RequestQueue;
const { scheduleCheckPendingRequests } = queue;

/**
 * kafkajs 2.2.4 checks every millisecond, on every connection and for ever, whether a request waits: 3 % of a core for
 * each process. A request that has to wait schedules that check itself, so it is not needed otherwise.
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};
