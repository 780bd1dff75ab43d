import type { WebhookEvent } from '@halyard/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.js';
import { fromNow, hearTogether, type NamedStream } from './shared-stream.js';

/** The events of the account as they happen: one stream for all tabs of a browser. */
export const events: NamedStream<WebhookEvent> = {
  name: '/events',
  stream: async (tell, signal, opened) => {
    for await (const { event } of client.events({ signal, onPosition: opened, onRestart: fromNow })) tell(event);
  },
};

/**
 * Pages are read again this soon after an event, and once more when its consequences, such as deliveries, should be
 * there.
 */
const READ_AFTER_MS = [300, 4_000] as const;

/** Reads the page again when something happens in the account. Pages don't poll a resource that has come to rest. */
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
    // A person who may not hear events, or has too many streams, sees changes when the page gets the focus.
    hearTogether(events, { take, onHear: () => undefined, signal: ending.signal }).catch(() => undefined);
    return () => {
      ending.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [queries]);
}
