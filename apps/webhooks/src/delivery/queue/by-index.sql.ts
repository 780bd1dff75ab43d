/**
 * Statistics lag behind a queue: whatever they say, it is read through its indexes, in their order, and never sorted.
 */
export const BY_INDEX = `
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;
