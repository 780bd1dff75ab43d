import type { ServiceName } from '@halyard/contracts';
import type { Metrics } from '@halyard/observability';
import { openPoolsOf, poolOf } from '@halyard/persistence';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The pool that requests and most other work share. */
const MAIN = 'main';

/**
 * Measures the connections of a service to Postgres, pool by pool. Pools are named as Postgres shows them; several of
 * one name count together.
 */
export function measurePools(metrics: Metrics, service: ServiceName, dataSource: DataSource): void {
  const { options } = dataSource;
  const url = options.type === 'postgres' ? (options.url ?? '') : '';
  /** Pools that have been ended stay listed, with nothing in them. */
  const names = new Set<string>();
  const pools = (): readonly (readonly [name: string, pools: readonly Pool[]])[] => {
    const byName = Map.groupBy(openPoolsOf(url), nameOf).set(MAIN, [poolOf(dataSource)]);
    for (const name of byName.keys()) names.add(name);
    return [...names].map((name) => [name, byName.get(name) ?? []]);
  };
  const labels = ['service', 'pool'] as const;
  metrics.gauge(
    { name: 'pool_connections', help: 'Connections to Postgres, by pool', labels: [...labels, 'state'] },
    (gauge) => {
      for (const [pool, all] of pools()) {
        gauge.set(
          { service, pool, state: 'used' },
          sum(all, ({ totalCount, idleCount }) => totalCount - idleCount),
        );
        gauge.set(
          { service, pool, state: 'idle' },
          sum(all, ({ idleCount }) => idleCount),
        );
      }
    },
  );
  metrics.gauge({ name: 'pool_limit', help: 'The most connections that a pool may have', labels }, (gauge) => {
    for (const [pool, all] of pools())
      gauge.set(
        { service, pool },
        sum(all, ({ options: { max } }) => max),
      );
  });
  metrics.gauge({ name: 'pool_waiting', help: 'Callers that wait for a connection of a pool', labels }, (gauge) => {
    for (const [pool, all] of pools())
      gauge.set(
        { service, pool },
        sum(all, ({ waitingCount }) => waitingCount),
      );
  });
}

const nameOf = ({ options }: Pool): string => (options.application_name ?? 'other').replace(/^halyard-/, '');

const sum = (pools: readonly Pool[], of: (pool: Pool) => number): number =>
  pools.reduce((total, pool) => total + of(pool), 0);
