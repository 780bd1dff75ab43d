import { type Finding, findingOf } from '../finding.js';
import type { ConnectionCounts } from './server.query.js';

/** From this share on, the next process or the next administrator may find no connection. */
const USED_MAX = 0.9;

/**
 * @param server `host:port`
 * @param pools the most connections of each process with that server
 */
export function connectionFaults(
  server: string,
  { allowed, used }: ConnectionCounts,
  pools: readonly number[],
): readonly Finding[] {
  const wanted = pools.reduce((all, pool) => all + pool, 0);
  return [
    ...(wanted > allowed ? [findingOf('connections-too-few', { server, allowed, wanted })] : []),
    ...(used > allowed * USED_MAX ? [findingOf('connections-used-up', { server, allowed, used })] : []),
  ];
}
