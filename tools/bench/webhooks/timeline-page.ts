import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { personalCustomer, transferOf } from '@halyard/suite/example-requests';
import { fundingSourceIn } from '../parties.ts';
import { PAGE_LIMIT, lineOfPage } from '../pages.ts';
import { line, type Procedure } from '../procedure.ts';
import { simulate } from '../simulate.ts';

const SUBSCRIPTIONS = 50;

/** An application may not have so many. They are paused, so that their deliveries are stored and nothing is sent. */
const SUBSCRIBED = `
  INSERT INTO webhooks.subscriptions
    (id, account_id, application_id, url, strict_order, sealed_secret, paused, pause_reason, created_at)
  SELECT uuidv7(), $1, md5(n::text)::uuid, 'https://example.com/', false, '', true, 'requested', now()
  FROM generate_series(1, ${SUBSCRIPTIONS}) AS n`;

/** Measures the timeline of a transfer that many subscriptions hear of. */
export const timelinePage: Procedure = async (stage) => {
  const account = await openSandboxAccount(stage.client, 'Teller');
  try {
    const { accountId } = account.connection;
    const owned = async (owner: string, type: 'bank' | 'balance'): Promise<string> =>
      fundingSourceIn((await account.get(`${owner}/funding-sources`)).body, type);
    const own = `/accounts/${accountId}`;
    const [bank, balance] = [await owned(own, 'bank'), await owned(own, 'balance')];
    const receiver = await owned(await account.create('/customers', personalCustomer()), 'balance');
    await account.create('/transfers', transferOf(bank, balance, '9.00'));
    await simulate(account);
    await stage.postgres.query(SUBSCRIBED, [accountId]);
    const transfer = await account.create('/transfers', transferOf(balance, receiver, '1.00'));
    const list = `${new URL(transfer).pathname}/timeline`;
    const from = performance.now();
    for (let told = 0; told < 4 * SUBSCRIPTIONS;) {
      const { body } = await account.get(`${list}?limit=200`);
      told = (body._embedded?.['entries'] ?? []).filter(({ kind }) => kind === 'delivery').length;
      if (body._links?.['next'] !== undefined) break;
    }
    const took = `${(performance.now() - from).toFixed(0)} ms`;
    const title = `to ${SUBSCRIPTIONS} subscriptions`;
    return [
      line(`timeline of a transfer, ${title}: complete after`, took),
      await lineOfPage(stage, { account, list, query: '', title: `${title}, ${PAGE_LIMIT} entries` }),
      await lineOfPage(stage, { account, list, query: '', title: `${title}, 200 entries`, limit: 200 }),
    ];
  } finally {
    await account.close();
  }
};
