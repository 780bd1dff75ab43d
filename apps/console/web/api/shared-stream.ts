/**
 * Opens a stream, reports when it is open, and tells each item until the signal aborts. It rejects if the stream can't
 * go on.
 */
export type Stream<Item> = (tell: (item: Item) => void, signal: AbortSignal, opened: () => void) => Promise<void>;

export interface NamedStream<Item> {
  /** All tabs that hear one stream use the same name for it. */
  readonly name: string;
  readonly stream: Stream<Item>;
}

/** After a restore, a stream begins again: listeners read the list when it opens, so they miss nothing. */
export const fromNow = (): undefined => undefined;

/** Tells the other tabs that the stream has opened. All other messages are items. */
const OPENED = 'opened';

interface Listener<Item> {
  readonly take: (item: Item) => void;
  /**
   * Called when this tab begins to hear, and whenever the stream opens in any tab. Earlier items are in the list, which
   * can be read now.
   */
  readonly onHear: () => void;
  readonly signal: AbortSignal;
}

/** A browser reads a stream once: the tab that holds the stream's lock reads it and tells the other tabs. */
export async function hearTogether<Item>(
  { name, stream }: NamedStream<Item>,
  { take, onHear, signal }: Listener<Item>,
): Promise<void> {
  const channel = new BroadcastChannel(`console.${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<Item | typeof OPENED>) => {
    if (data === OPENED) onHear();
    else take(data);
  });
  onHear();
  try {
    await navigator.locks.request(`console.${name}`, { signal }, async () => {
      const tell = (item: Item): void => {
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
