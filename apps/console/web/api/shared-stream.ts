import type { Resource } from './client.js';

/**
 * Opens a stream, reports when it is open, and tells each item until the signal aborts. It rejects if the stream can't
 * go on.
 */
export type Stream = (tell: (item: Resource) => void, signal: AbortSignal, opened: () => void) => Promise<void>;

export interface NamedStream {
  /** All tabs that hear one stream use the same name for it. */
  readonly name: string;
  readonly stream: Stream;
}

/** Tells the other tabs that the stream has opened. All other messages are items. */
const OPENED = 'opened';

interface Hearing {
  readonly take: (item: Resource) => void;
  /**
   * Called when this tab begins to hear, and whenever the stream opens in any tab: the list has the items from before.
   */
  readonly onHear: () => void;
  readonly signal: AbortSignal;
}

/** A browser reads a stream once: the tab that holds the stream's lock reads it and tells the other tabs. */
export async function hearTogether({ name, stream }: NamedStream, { take, onHear, signal }: Hearing): Promise<void> {
  const channel = new BroadcastChannel(`console.${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<Resource | typeof OPENED>) => {
    if (data === OPENED) onHear();
    else take(data);
  });
  onHear();
  try {
    await navigator.locks.request(`console.${name}`, { signal }, async () => {
      const tell = (item: Resource): void => {
        channel.postMessage(item);
        take(item);
      };
      const opened = (): void => {
        channel.postMessage(OPENED);
        onHear();
      };
      await stream(tell, signal, opened);
    });
  } finally {
    channel.close();
  }
}
