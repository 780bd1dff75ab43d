import type { EventStream } from './event-stream.js';
import { News } from './news.js';

/**
 * Opens a stream of what is recorded. What is recorded once it is watched for is reported; `begin` reads what was
 * recorded before. The stream's slot is free again when the stream has closed, or could not be opened.
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
