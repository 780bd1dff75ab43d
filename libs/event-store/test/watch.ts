/** Everything that is not held back happens within fewer turns of the event loop. */
const TURNS = 20;

export const turns = async (count = TURNS): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export interface WatchedPromise<Value> {
  /** Whether it has its outcome, once everything that can happen by itself has happened. */
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
