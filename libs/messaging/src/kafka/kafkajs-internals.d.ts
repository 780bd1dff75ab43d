declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
  const constructor: { readonly prototype: RequestQueue };
  export default constructor;
}
