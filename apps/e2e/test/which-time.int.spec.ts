// Runs: embedded
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HalAnswer, HalClient } from '@halyard/suite/client';
import { ClockAccount } from './support/clock-account.js';
import { newCustomerToProve, uploadDocument } from './support/documents.js';
import {
  balanceOf,
  bankAccount,
  companyBody,
  embedded,
  hrefOf,
  newHolder,
  ownerBody,
  personalCustomer,
  transferOf,
  verifiedBank,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { everythingOf, type ShownTime, timesIn, timesInTable, type Whose } from './support/times.js';

const YEAR = 2020;

/** The year says whose time it is, because the account's clock stands years behind the system's. */
const whoseIs = ({ value }: ShownTime): Whose => (new Date(value).getUTCFullYear() === YEAR ? "account's" : "system's");

/** Times in the table that nobody sees in such an account: of people and operators, of failures, and of requests. */
const NOT_SHOWN =
  /^(?:Invitation|SecurityEvent|SigningKeyRotation|PersonStanding|ApplicationReview|DocumentRe\w+|Erasure|LegalHold|ParkedKey\w*|ForeignMessage|SkippedMessage|ReadModel|InstallationHealth|LinkingSession|\w+Request)\.|\.before$|\.held\.since$|\.restarted\.at$|\.target$|\.bankDate$|\.lastSuccess$|^Webhook\.attempts\.response\./;

describe('in an account whose clock is years behind', () => {
  const table = timesInTable();
  let shared: SharedSuite;
  let client: HalClient;
  let shown: readonly ShownTime[];

  beforeAll(async () => {
    shared = await SharedSuite.join('which time');
    client = await newAccount();
    const set = await client.post('/sandbox-clock', { mode: 'frozen', now: `${YEAR}-06-01T15:00:00Z` });
    expect(set).toMatchObject({ status: 200, body: { banks: 'on-time' } });
    const more = await use();
    const linked = await everythingOf(client);
    shown = [...linked.flatMap((body) => timesIn(body, '')), ...more];
  });
  afterAll(async () => {
    await client.close();
    await shared.leave();
  });

  async function newAccount(): Promise<HalClient> {
    const application = { key: randomUUID(), secret: randomUUID() + randomUUID() };
    const location = await shared.operator.create('/accounts', { name: 'Behind', application });
    const { person: _, integration: __, ...place } = shared.operator.connection;
    return HalClient.open({ ...place, ...application, accountId: location.slice(location.lastIndexOf('/') + 1) });
  }

  /** Does some of everything. @returns the times of answers that no link leads to */
  async function use(): Promise<readonly ShownTime[]> {
    const { accountId } = client.connection;
    const outage = { routingNumber: '021000021', from: `${YEAR}-07-01T00:00:00Z`, to: `${YEAR}-07-02T00:00:00Z` };
    const renamed = { name: 'renamed', then: { correct: 'C04', corrected: { name: 'Ada King' } } };
    const behavior = await client.post('/sandbox-bank-behavior', { rules: [renamed], outages: [outage] });
    expect(behavior.status).toBe(200);
    // Nobody listens there: each attempt fails, and is tried again.
    const url = 'https://localhost:1/hooks';
    const subscription = await client.create('/webhook-subscriptions', { url, secret: randomUUID() });
    const key = randomUUID();
    await client.create('/customers', personalCustomer(), { idempotencyKey: key });
    const ada = await newHolder(client);
    const company = await client.create('/customers', companyBody());
    await client.create(`${company}/beneficial-owners`, ownerBody());
    await uploadDocument(client, await newCustomerToProve(client));
    const unverified = await client.create('/customers', {
      ...{ firstName: 'Bert', lastName: 'Byron', email: `${randomUUID()}@example.com` },
    });
    const bank = await verifiedBank(client, unverified);
    const added = await client.create(`${ada.customer}/funding-sources`, bankAccount());
    await client.create(`${added}/micro-deposits`, {});
    await client.create('/transfers', transferOf(ada.bank, ada.balance, '25.00'));
    await client.create('/transfers', transferOf(bank, await balanceOf(client, `/accounts/${accountId}`), '5.00'));
    const clock = new ClockAccount(client);
    await clock.advance({ by: 'P5D', waitFor: 'webhooks' });
    await client.create('/transfers', transferOf(ada.bank, ada.balance, '30.00'));
    await clock.quiet();

    const webhooks = await client.get(`${subscription}/webhooks`);
    const webhook = hrefOf(embedded(webhooks.body, 'webhooks')[0]);
    const made = [await client.create(`${webhook}/retries`), await client.create(`${subscription}/replays`, {})];
    const of = { customer: ada.customer, accountId, added, key, unverified };
    return [...(await readsOf(of)), ...(await tokensOf(ada.customer)), ...(await timesAt(made))];
  }

  const timesAt = async (paths: readonly string[], reader = client): Promise<readonly ShownTime[]> => {
    const answers = await Promise.all(paths.map((path) => reader.get(path)));
    expect(answers.map(({ status }, index) => [paths[index], status])).toEqual(paths.map((path) => [path, 200]));
    return answers.flatMap(({ body }) => timesIn(body, ''));
  };

  async function readsOf({ accountId, added, key, unverified }: Readonly<Record<string, string>>) {
    const paths = ['/requests', '/payments', '/sandbox-quiet', '/sandbox-clock/advances', '/applications'];
    const own = await timesAt([
      ...paths,
      `/accounts/${accountId}/conservation`,
      `${added}/micro-deposits`,
      `/idempotency-keys/${key}`,
      `${unverified}/limits`,
    ]);
    const operated = [`/operations/accounts/${accountId}`, `/operations/accounts/${accountId}/conservation`];
    return [...own, ...(await timesAt([...operated, '/conservation'], shared.operator))];
  }

  async function tokensOf(customer: string): Promise<readonly ShownTime[]> {
    const chosen = { type: 'checking', routingNumber: '222222226', accountNumber: '44129070' };
    const asked: readonly (readonly [string, Promise<HalAnswer>])[] = [
      ['IavToken', client.post(`${customer}/iav-token`)],
      ['FundingSourcesToken', client.post(`${customer}/funding-sources-token`)],
      ['PartnerToken', client.post('/sandbox-partner-tokens', chosen)],
      ['ProviderToken', client.post('/sandbox-provider-tokens')],
    ];
    const times = await Promise.all(asked.map(async ([name, answer]) => timesIn((await answer).body, name)));
    return times.flat();
  }

  it('everything bears the time that the table says', () => {
    const wrong = shown.filter((time) => table.get(time.name) !== whoseIs(time));
    expect([...new Set(wrong.map(({ name, value }) => `${name} ${value}`))]).toEqual([]);
  });

  it('every time of the table is shown, but for those of people, operators and failures', () => {
    const seen = new Set(shown.map(({ name }) => name));
    const attributes = [...table.keys()].filter((name) => /^[A-Z]\w+\./.test(name) && !NOT_SHOWN.test(name));
    expect(attributes.filter((name) => !seen.has(name))).toEqual([]);
  });
});
