/** More turns of the event loop than anything that is not held back takes to come about. */
const TURNS = 20;

export const turns = async (count = TURNS): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export interface Watched<Value> {
  /** Whether it has its outcome, after all that can happen by itself has. */
  isSettled(): Promise<boolean>;
  settled(): Promise<PromiseSettledResult<Value>['status']>;
}

/** A promise that a test looks at; its failure is no unhandled rejection. */
export function watch<Value>(promise: Promise<Value>): Watched<Value> {
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
