/**
 * Options of an `LRUCache` of so many entries. Given as `max`, their number is memory that the cache takes at once and
 * keeps, however few it ever holds.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
