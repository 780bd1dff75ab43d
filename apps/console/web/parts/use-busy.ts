import { useRef, useState } from 'react';

interface Busy {
  readonly isBusy: boolean;
  /** Acts. Does nothing while an earlier act has not ended. */
  readonly once: <Result>(act: () => Promise<Result>) => Promise<Result | undefined>;
}

export function useBusy(): Busy {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const once = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, once };
}
