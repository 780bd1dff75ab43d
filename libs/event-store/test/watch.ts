/** How many turns of the event loop to wait. Everything that nothing delays happens sooner. */
const TURNS = 20;

export const turns = async (count = TURNS): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export interface WatchedPromise<Value> {
  /**
   * Waits until everything that can happen by itself has happened. @returns whether the promise then has its outcome
   */
  isSettled(): Promise<boolean>;
  settled(): Promise<PromiseSettledResult<Value>['status']>;
}

/** A promise that a test looks at. Its failure is never an unhandled rejection. */
export function watch<Value>(promise: Promise<Value>): WatchedPromise<Value> {
  let isSettled = false;
  const outcome = Promise.allSettled([promise]).then(([result]) => {
    isSettled = true;
    return result.status;
  });
  return {
    async isSettled() {
      await turns();
      return isSettled;
    },
    settled: () => outcome,
  };
}
