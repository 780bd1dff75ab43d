import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { lineOfPage, PAGE_LIMIT } from '../pages.ts';
import { line, type Procedure } from '../procedure.ts';
import { storeCustomers } from './stored-customers.ts';

/** The queries for an account with `total` customers. */
const queries = (total: number): Readonly<Record<string, string>> => ({
  'first page': '',
  'last page': `offset=${Math.max(0, total - PAGE_LIMIT)}`,
  status: 'status=retry',
  'a first name': 'search=ada',
  'first and last name': 'search=ada+name1',
  'a word of every tenth': 'search=bakery',
  'a whole last name': 'search=name1ef0',
  nobody: 'search=zuse',
});

/**
 * Each kind of page of GET /customers, with a few concurrent readers: of an account with many customers, and a search
 * in one with none.
 */
export const customersPage: Procedure = async (stage) => {
  const { client, postgres, sizes } = stage;
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
      lines.push(await lineOfPage(stage, { account, list: '/customers', query, title: name }));
    }
    return lines;
  } finally {
    await Promise.all([many.close(), none.close()]);
  }
};
