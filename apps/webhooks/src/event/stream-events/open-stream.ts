import type { EventStream } from './event-stream.js';
import { News } from './news.js';

/**
 * Opens a stream. It watches for new items before `begin` reads earlier ones, so that none is missed. The slot becomes
 * free when the stream closes or fails to open.
 */
export async function openStream<Item>(
  freeSlot: () => void,
  watch: (news: News) => Promise<() => void>,
  begin: () => Promise<EventStream<Item>>,
): Promise<EventStream<Item>> {
  let unwatch = (): void => undefined;
  try {
    const news = new News();
    unwatch = await watch(news);
    const stream = await begin();
    stream.once('close', () => {
      unwatch();
      freeSlot();
    });
    news.feed(stream);
    return stream;
  } catch (error) {
    unwatch();
    freeSlot();
    throw error;
  }
}
