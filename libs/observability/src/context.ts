import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** All log lines of `work`, and of everything that it awaits, have this request id. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result => requestIds.run(requestId, work);

export const currentRequestId = (): string | undefined => requestIds.getStore();
