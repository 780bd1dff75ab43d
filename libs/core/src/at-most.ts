/**
 * Options of an `LRUCache` for at most `entries` entries. Not `max`, for which the cache allocates all its memory at
 * once and keeps it, however few entries it ever holds.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
