/**
 * Makes Postgres read a queue in the order of its indexes. Its statistics of a queue are out of date, so it would
 * choose worse plans.
 */
export const BY_INDEX = `
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;
