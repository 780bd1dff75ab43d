/**
 * Options of an `LRUCache` for at most `entries` entries. With the option `max`, the cache would allocate all its
 * memory at once, however few entries it ever holds.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
