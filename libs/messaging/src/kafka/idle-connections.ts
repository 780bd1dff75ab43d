import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const { prototype: queue } = RequestQueue;
const { scheduleCheckPendingRequests } = queue;

/**
 * kafkajs 2.2.4 looks every millisecond, on every connection for ever, whether a request waits: 3 % of a core for each
 * process. A request that has to wait asks to be looked after by itself, so that nobody else needs to.
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};
