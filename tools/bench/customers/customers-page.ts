import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { runLoad } from '../load/run-load.ts';
import { line, type Procedure } from '../procedure.ts';
import { authorized } from '../rows.ts';
import { storeCustomers } from './stored-customers.ts';

/** Few enough that a page waits for none but itself. */
const READERS = 2;
const WARM_UP_MS = 2_000;
const LIMIT = 25;

/** What is asked for, of so many customers. */
const queries = (total: number): Readonly<Record<string, string>> => ({
  'first page': '',
  'last page': `offset=${Math.max(0, total - LIMIT)}`,
  status: 'status=retry',
  'a first name': 'search=ada',
  'first and last name': 'search=ada+name1',
  'a word of every tenth': 'search=bakery',
  'a whole last name': 'search=name1ef0',
  nobody: 'search=zuse',
});

/** Each kind of page of GET /customers, a few readers at a time, of an account with many and of one with none beside it. */
export const customersPage: Procedure = async ({ client, postgres, sizes, loadOf, rolesOf }) => {
  const [many, none] = [await openSandboxAccount(client, 'Many'), await openSandboxAccount(client, 'None')];
  try {
    const from = performance.now();
    await storeCustomers(postgres, many, sizes.customers);
    const lines = [line(`${sizes.customers} customers stored`, `${((performance.now() - from) / 1_000).toFixed(1)} s`)];
    const asked = Object.entries(queries(sizes.customers)).map(([name, query]) => ({ name, query, account: many }));
    for (const { name, query, account } of [
      ...asked,
      { name: "a word of others'", query: 'search=bakery', account: none },
    ]) {
      const path = `/customers?limit=${LIMIT}${query && `&${query}`}`;
      const load = await loadOf({
        request: { method: 'GET', path, headers: await authorized(account) },
        expected: 200,
      });
      const options = { warmUpMs: WARM_UP_MS, runMs: sizes.runMs, rolesOf };
      const { figures } = await runLoad({ ...load, connections: READERS }, options);
      const failed = Object.keys(figures.failures).length === 0 ? '' : `, FAILED ${JSON.stringify(figures.failures)}`;
      const latency = `p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms`;
      lines.push(line(`GET /customers, ${name}`, `${latency}, of ${figures.succeeded}${failed}`));
    }
    return lines;
  } finally {
    await Promise.all([many.close(), none.close()]);
  }
};
