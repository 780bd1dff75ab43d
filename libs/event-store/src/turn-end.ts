/** Resolves once the event loop has handled what has arrived so far. */
export const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
