import type { Resource } from './client.js';

/**
 * Opens a stream, says when it is open, and tells what comes until the signal. It fails where the stream can't go on.
 */
export type Stream = (tell: (item: Resource) => void, signal: AbortSignal, opened: () => void) => Promise<void>;

export interface NamedStream {
  /** Those who hear one stream share its name, in all tabs. */
  readonly name: string;
  readonly stream: Stream;
}

/** What the tab that reads tells the others beside what comes. */
const OPENED = 'opened';

interface Hearing {
  readonly take: (item: Resource) => void;
  /** Called when this tab begins to hear, and whenever the stream opens in any: what came before is in the list. */
  readonly onHear: () => void;
  readonly signal: AbortSignal;
}

/** A browser has one stream of a name: the tab that holds its lock reads it, and tells the others. */
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
