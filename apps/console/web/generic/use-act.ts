import { useRef, useState } from 'react';
import { useRefresh } from '../api/use-resource.js';
import { useSay } from '../parts/messages.js';

export interface Act {
  /** Why the last write failed; undefined if it did not. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /**
   * Writes, says the text that the write returns, and reads everything on the screen again. Does nothing while it is
   * busy with another write.
   */
  readonly run: (write: () => Promise<string>) => Promise<void>;
}

/** For writes that have no form. */
export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isRunning = useRef(false);
  const say = useSay();
  const refresh = useRefresh();
  const run = async (write: () => Promise<string>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      say(await write());
      await refresh();
    } catch (refusal) {
      setError(refusal);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}
