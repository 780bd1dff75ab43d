declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface SocketRequest {
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }
  interface RequestQueue {
    readonly pending: readonly unknown[];
    readonly inflight: ReadonlyMap<number, SocketRequest>;
    /** The timer that `destroy` clears. */
    requestTimeoutIntervalId: NodeJS.Timeout;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
    isConnected(): boolean;
    destroy(): void;
  }
  const constructor: { readonly prototype: RequestQueue };
  export default constructor;
}
