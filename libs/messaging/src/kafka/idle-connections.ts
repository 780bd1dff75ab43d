import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/**
 * Time between looks for overdue requests. Requests may take ten seconds and more (`REQUEST_TIMEOUT_MS`), so a second
 * is exact enough.
 */
const OVERDUE_CHECK_MS = 1_000;

const { prototype: queue } = RequestQueue;
const { scheduleCheckPendingRequests } = queue;

/**
 * Leaves out a check for waiting requests that kafkajs 2.2.4 makes each millisecond on every connection, at 3 % of a
 * core for each process. A request that has to wait schedules the check itself.
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

/**
 * Makes kafkajs look for overdue requests once a second. It would do so ten times a second on every connection, which
 * is half of an idle process's work.
 */
queue.scheduleRequestTimeoutCheck = function () {
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(() => {
    if (!this.isConnected()) this.destroy();
    for (const request of this.inflight.values()) {
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
  }, OVERDUE_CHECK_MS);
};
