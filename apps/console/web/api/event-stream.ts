import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.js';
import { hearTogether, type NamedStream } from './shared-stream.js';

/** The events of the account as they happen: one stream for all tabs of a browser. */
export const events: NamedStream = {
  name: '/events',
  stream: async (tell, signal, opened) => {
    for await (const { event } of client.events({ signal, onPosition: opened })) tell({ ...event });
  },
};

/** After an event, pages are read so soon; and once more, when what follows from it should have come: its deliveries. */
const READ_AFTER_MS = [300, 4_000] as const;

/** Reads the page again when something happens in the account: what is over is not asked for again and again. */
export function useNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const readAgain = (afterMs: number): void => {
      timers.delete(afterMs);
      void queries.invalidateQueries({ queryKey: ['api'] });
    };
    const take = (): void => {
      for (const afterMs of READ_AFTER_MS) {
        if (!timers.has(afterMs)) timers.set(afterMs, setTimeout(readAgain, afterMs, afterMs));
      }
    };
    // Who may not hear events, or has too many streams, reads the page again when it gets the focus.
    hearTogether(events, { take, onHear: () => undefined, signal: ending.signal }).catch(() => undefined);
    return () => {
      ending.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [queries]);
}
