import type { Resource } from './client.js';

/** Opens a stream, and tells what comes until the signal. It fails where the stream can't go on. */
export type Stream = (tell: (item: Resource) => void, signal: AbortSignal) => Promise<void>;

interface Hearing {
  readonly take: (item: Resource) => void;
  /** Called when this tab goes on for another one: what came in between is in the list. */
  readonly onGap: () => void;
  readonly signal: AbortSignal;
}

/** A browser has one stream of a name: the tab that holds its lock reads it, and tells the others. */
export async function hearTogether(name: string, stream: Stream, { take, onGap, signal }: Hearing): Promise<void> {
  const channel = new BroadcastChannel(`console.${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<Resource>) => take(data));
  const lock = `console.${name}`;
  const { held = [] } = await navigator.locks.query();
  const wasHeld = held.some((one) => one.name === lock);
  try {
    await navigator.locks.request(lock, { signal }, async () => {
      if (wasHeld) onGap();
      const tell = (item: Resource): void => {
        channel.postMessage(item);
        take(item);
      };
      await stream(tell, signal);
    });
  } finally {
    channel.close();
  }
}
