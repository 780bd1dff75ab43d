import type { Resource } from './client.js';

/**
 * Opens a stream, says when it is open, and tells what comes until the signal. It fails where the stream can't go on.
 */
export type Stream = (tell: (item: Resource) => void, signal: AbortSignal, opened: () => void) => Promise<void>;

interface Hearing {
  readonly take: (item: Resource) => void;
  /** Called when this tab begins to hear: what came before is in the list. */
  readonly onHear: () => void;
  readonly signal: AbortSignal;
}

/** A browser has one stream of a name: the tab that holds its lock reads it, and tells the others. */
export async function hearTogether(name: string, stream: Stream, { take, onHear, signal }: Hearing): Promise<void> {
  const channel = new BroadcastChannel(`console.${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<Resource>) => take(data));
  onHear();
  try {
    await navigator.locks.request(`console.${name}`, { signal }, async () => {
      const tell = (item: Resource): void => {
        channel.postMessage(item);
        take(item);
      };
      await stream(tell, signal, onHear);
    });
  } finally {
    channel.close();
  }
}
