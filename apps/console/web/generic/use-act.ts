import { useState } from 'react';
import { useRefresh } from '../api/use-resource.js';
import { useSay } from '../parts/messages.js';
import { useBusy } from '../parts/use-busy.js';

export interface Act {
  /** Why the last write failed; undefined if it did not. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /**
   * Writes, shows the text that the write returns, if it returns one, and reads everything on the screen again. Does nothing while another
   * write is going on.
   */
  readonly run: (write: () => Promise<string | undefined>) => Promise<void>;
}

/** Runs writes that have no form. */
export function useAct(): Act {
  const { isBusy, once } = useBusy();
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const run = (write: () => Promise<string | undefined>): Promise<void> =>
    once(async () => {
      setError(undefined);
      try {
        const message = await write();
        if (message !== undefined) say(message);
        await refresh();
      } catch (refusal) {
        setError(refusal);
      }
    });
  return { error, isBusy, run };
}
