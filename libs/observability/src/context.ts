import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** Runs `work` with this request id in every log line, also those of what it awaits. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result => requestIds.run(requestId, work);

export const currentRequestId = (): string | undefined => requestIds.getStore();
