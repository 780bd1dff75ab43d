/**
 * Makes Postgres read a queue in the order of its indexes. A queue changes so fast that the statistics are out of date,
 * and would make Postgres choose worse plans.
 */
export const BY_INDEX = `
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;
