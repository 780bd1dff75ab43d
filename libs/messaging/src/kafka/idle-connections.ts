import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** Requests may take ten seconds and more (`REQUEST_TIMEOUT_MS`): one more does no harm. */
const OVERDUE_CHECK_MS = 1_000;

const { prototype: queue } = RequestQueue;
const { scheduleCheckPendingRequests } = queue;

/**
 * kafkajs 2.2.4 checks each millisecond, on every connection, for waiting requests: 3 % of a core for each process. A
 * request that has to wait schedules that check itself.
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

/** On every connection, kafkajs looks for overdue requests ten times a second: half of an idle process's work. */
queue.scheduleRequestTimeoutCheck = function () {
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(() => {
    if (!this.isConnected()) this.destroy();
    for (const request of this.inflight.values()) {
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
  }, OVERDUE_CHECK_MS);
};
