import type { HalClient } from '@halyard/suite/client';
import { runLoad } from './load/run-load.ts';
import { line, type ProcedureStage } from './procedure.ts';
import { authorized } from './rows.ts';

/** With so few readers, no page waits for another. */
const READERS = 2;
const WARM_UP_MS = 2_000;

export const PAGE_LIMIT = 25;

interface ReadPage {
  readonly account: HalClient;
  readonly list: string;
  readonly query: string;
  readonly title: string;
  readonly limit?: number;
}

/** Reads an address repeatedly, with a few concurrent readers. @returns a line of the table */
export async function lineOfReading(
  { sizes, loadOf, rolesOf }: ProcedureStage,
  { account, path, title }: Pick<ReadPage, 'account' | 'title'> & { readonly path: string },
): Promise<string> {
  const load = await loadOf({ request: { method: 'GET', path, headers: await authorized(account) }, expected: 200 });
  const options = { warmUpMs: WARM_UP_MS, runMs: sizes.runMs, rolesOf };
  const { figures } = await runLoad({ ...load, connections: READERS }, options);
  const failed = Object.keys(figures.failures).length === 0 ? '' : `, FAILED ${JSON.stringify(figures.failures)}`;
  const latency = `p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms`;
  return line(`GET ${title}`, `${latency}, of ${figures.succeeded}${failed}`);
}

/** Reads one page of a list repeatedly. @returns a line of the table */
export const lineOfPage = (
  stage: ProcedureStage,
  { account, list, query, title, limit = PAGE_LIMIT }: ReadPage,
): Promise<string> =>
  lineOfReading(stage, {
    account,
    path: `${list}?limit=${limit}${query && `&${query}`}`,
    title: `${list}, ${title}`,
  });
