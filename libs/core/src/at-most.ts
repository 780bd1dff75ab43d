/**
 * Options of an `LRUCache` for at most `entries` entries. With `max`, the cache would allocate all its memory at once
 * and keep it, however few entries it ever holds.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
