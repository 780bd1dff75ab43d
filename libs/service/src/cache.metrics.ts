import type { ServiceName } from '@halyard/contracts';
import type { Metrics } from '@halyard/observability';
import type { PostgresSealer } from '@halyard/persistence';

/** Counts how often a data key is in memory, and how often it has to be read from the database. */
export function countKeyReads(metrics: Metrics, sealer: PostgresSealer, service: ServiceName): void {
  const reads = metrics.counter({
    name: 'cache_requests_total',
    help: 'Reads of a cache, and whether it had what was asked for',
    labels: ['service', 'cache', 'outcome'],
  });
  const series = (outcome: string) => ({ service, cache: 'data-keys', outcome });
  const [hit, miss] = [series('hit'), series('miss')];
  // Prometheus sees no increase in a series that begins with one.
  for (const one of [hit, miss]) reads.inc(one, 0);
  sealer.onKeyRead = (isHit) => reads.inc(isHit ? hit : miss);
}
