import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** Runs `work` and all that it awaits with this request id in every log line. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result => requestIds.run(requestId, work);

export const currentRequestId = (): string | undefined => requestIds.getStore();
