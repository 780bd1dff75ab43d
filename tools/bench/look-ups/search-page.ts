import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { storeCustomers } from '../customers/stored-customers.ts';
import { lineOfReading } from '../pages.ts';
import { line, type Procedure } from '../procedure.ts';

/** Texts to search for in an account with many customers. `storeCustomers` tells how many customers have each word. */
const searches = (accountId: string): Readonly<Record<string, string>> => ({
  'a first name': 'ada',
  'first and last name': 'ada name1ef0',
  'a last name': 'name1ef0',
  'two beginnings that nearly everybody has': 'a name',
  'an e-mail address': `77@${accountId}.example.com`,
  nobody: 'zuse',
  'an id that nothing has': '0195b3a0-0000-7000-8000-000000000001',
  'a trace that nothing has': '0195b3a00000700080000000000000ff',
  'four digits': '0042',
});

/** GET /search over all services, with a few concurrent readers. */
export const searchPage: Procedure = async (stage) => {
  const { client, postgres, sizes } = stage;
  const account = await openSandboxAccount(client, 'Searched');
  try {
    await storeCustomers(postgres, account, sizes.customers);
    const lines = [line('customers stored before they are searched for', String(sizes.customers))];
    for (const [title, text] of Object.entries(searches(account.connection.accountId))) {
      const path = `/search?q=${encodeURIComponent(text)}`;
      lines.push(await lineOfReading(stage, { account, path, title: `/search, ${title}` }));
    }
    return lines;
  } finally {
    await account.close();
  }
};
