// The main use of the product on a running suite, each request and answer on a line:
// npm run tour [-- --wait] [--no-webhooks]
// With --wait it gives a suite that is still starting a minute to come up. With --no-webhooks it looks for its events
// in GET /events, for places where nobody may be able to call it.
import { pause } from '@halyard/core';
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bankAccount, personalCustomer, transferOf, usd } from './example-requests.js';
import type { HalAnswer, HalBody, HalClient } from './hal-client.js';
import { clientOfRunningSuite } from './running-suite.js';
import { TourOfAccess } from './tour-of-access.js';

const WAIT_MS = 60_000;

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { wait: flag, 'no-webhooks': flag } });
const demoFile = join(process.env['DATA_DIR'] ?? '.data', 'demo.json');

async function connect(): Promise<HalClient> {
  const deadline = performance.now() + (values.wait ? WAIT_MS : 0);
  for (;;) {
    try {
      return await clientOfRunningSuite(demoFile);
    } catch (error) {
      if (performance.now() >= deadline) {
        console.error(error instanceof Error ? error.message : String(error));
        process.exit(1);
      }
      await pause(200);
    }
  }
}

const client = await connect();
const { baseUrl, subscriberHost } = client.connection;
const short = (url: string): string =>
  url.replace(baseUrl, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{19}([0-9a-f]{8})/g, '…$1');

const say = (line: string): void => console.log(line);
const step = (title: string): void => say(`\n${title}`);
const show = (
  method: string,
  path: string,
  { status, location = '' }: Pick<HalAnswer, 'status'> & Partial<HalAnswer>,
  detail: string,
): void =>
  say(
    `  ${method.padEnd(4)} ${short(path).padEnd(46)} ${status}  ${location === '' ? detail : `→ ${short(location)}`}`,
  );

const fail = (what: string): never => {
  console.error(`\nThe tour stopped: ${what}`);
  process.exit(1);
};

async function create(path: string, body: unknown): Promise<string> {
  const answer = await client.post(path, body, { idempotencyKey: randomUUID() });
  show('POST', path, answer, '');
  return answer.status === 201 ? answer.location : fail(JSON.stringify(answer.body));
}

async function get(path: string, tell: (body: HalBody) => string): Promise<HalBody> {
  const answer = await client.get(path);
  show('GET', path, answer, tell(answer.body));
  return answer.status === 200 ? answer.body : fail(JSON.stringify(answer.body));
}

async function post(path: string, body: unknown, tell: (body: HalBody) => string): Promise<HalBody> {
  const answer = await client.post(path, body);
  show('POST', path, answer, tell(answer.body));
  return answer.status === 200 ? answer.body : fail(JSON.stringify(answer.body));
}

const link = (body: HalBody, relation: string): string => body._links?.[relation]?.href ?? fail(`no ${relation} link`);
const embedded = (body: HalBody, name: string): readonly HalBody[] => body._embedded?.[name] ?? [];
const amount = (body: HalBody, field: string): string => (body[field] as { readonly value: string }).value;

interface EventFeed {
  readonly how: 'signed' | 'listed';
  /** Topics of all events since the feed began, in no particular order. */
  told(): Promise<readonly string[]>;
  end(): Promise<void>;
}

/** Sends webhooks to a subscriber on this machine, which checks each signature. */
async function subscribe(): Promise<EventFeed> {
  const secret = randomBytes(24).toString('hex');
  const received: string[] = [];
  let isForged = false;
  const subscriber = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const expected = createHmac('sha256', secret).update(body).digest();
      const signature = Buffer.from(String(request.headers['x-request-signature-sha-256']), 'hex');
      isForged ||= signature.length !== expected.length || !timingSafeEqual(signature, expected);
      received.push((JSON.parse(body.toString()) as { readonly topic: string }).topic);
      response.writeHead(200).end();
    });
  }).listen(0, subscriberHost === undefined ? '127.0.0.1' : '0.0.0.0');
  await once(subscriber, 'listening');
  const { port } = subscriber.address() as AddressInfo;
  const url = `http://${subscriberHost ?? '127.0.0.1'}:${port}/hooks`;
  const subscription = await create('/webhook-subscriptions', { url, secret });
  return {
    how: 'signed',
    told: () => Promise.resolve(isForged ? fail('a signature did not match') : received),
    end: async () => {
      await client.delete(subscription);
      subscriber.close();
      subscriber.closeAllConnections();
    },
  };
}

/** Reads the account's list of events, without those from before. */
async function watch(): Promise<EventFeed> {
  const { total: before = 0 } = await get('/events', ({ total }) => `${total} events so far`);
  return {
    how: 'listed',
    told: async () => {
      const { body } = await client.get('/events?limit=200');
      const isNew = (_: HalBody, index: number): boolean => index < (body.total ?? 0) - before;
      return embedded(body, 'events')
        .filter(isNew)
        .map(({ topic }) => String(topic));
    },
    end: () => Promise.resolve(),
  };
}

say(`Halyard at ${baseUrl}`);

const simulate = (): Promise<HalBody> => post('/sandbox-simulations', {}, ({ total }) => `${total} handled by banks`);

step('Who am I');
const root = await get('/', (body) => Object.keys(body._links ?? {}).join(', '));
const account = await get(link(root, 'account'), ({ name }) => String(name));
const accountSources = await get(link(account, 'funding-sources'), ({ total }) => `${total} funding sources`);
const accountBalance = link(
  embedded(accountSources, 'funding-sources').find(({ type }) => type === 'balance') ?? fail('no balance'),
  'self',
);

step('Subscribe to events');
const hearing = await (values['no-webhooks'] ? watch() : subscribe());

step('A verified customer, with a bank');
const customer = await create('/customers', personalCustomer());
await get(customer, ({ status, type }) => `${String(type)}, ${status}`);
const bank = await create(`${customer}/funding-sources`, bankAccount(String(Date.now())));
await create(`${bank}/micro-deposits`, {});
await post(`${bank}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') }, () => 'bank verified');
const sources = await get(`${customer}/funding-sources`, (body) =>
  embedded(body, 'funding-sources')
    .map(({ type, status }) => `${String(type)} ${status}`)
    .join(', '),
);
const balance = link(
  embedded(sources, 'funding-sources').find(({ type }) => type === 'balance') ?? fail('no balance'),
  'self',
);

step('Money in, across and out');
const deposit = await create('/transfers', transferOf(bank, balance, '120.00'));
await get(deposit, ({ status }) => `${status}`);
await simulate();
await get(deposit, ({ status }) => `${status}`);
await create('/transfers', transferOf(balance, accountBalance, '45.50'));
const withdrawal = await create('/transfers', transferOf(balance, bank, '30.00'));
await simulate();
await get(withdrawal, ({ status }) => `${status}`);
await get(`${balance}/balance`, (body) => `${amount(body, 'balance')} USD`);
await get(`${customer}/transfers`, ({ total }) => `${total} transfers`);

step('From bank to bank, with a fee that the receiver pays');
const receiver = await create('/customers', personalCustomer({ firstName: 'Bert' }));
const receivingBank = await create(`${receiver}/funding-sources`, bankAccount(String(Date.now())));
const paid = await create('/transfers', {
  ...transferOf(bank, receivingBank, '25.00'),
  fees: [{ _links: { 'charge-to': { href: receiver } }, amount: usd('0.50') }],
});
await simulate();
await simulate();
await get(link((await client.get(paid)).body, 'payment'), (payment) => {
  const transfers = embedded(payment, 'transfers').map((transfer) => amount(transfer, 'amount'));
  const fees = embedded(payment, 'fees').map((fee) => amount(fee, 'amount'));
  return `${payment.status}: ${transfers.join(', ')}, fee ${fees.join(', ')}`;
});

step('A bank that returns what it gets');
await post(bank, { name: 'R01' }, ({ name }) => `named ${String(name)}`);
const returned = await create('/transfers', transferOf(bank, balance, '10.00'));
await simulate();
await get(`${returned}/failure`, ({ code, description }) => `${code} ${String(description)}`);

const { person, integration } = client.connection;
if (person && integration) {
  step('A person lets an integration act');
  await new TourOfAccess(client, { person, integration }, { show, fail }).run();
}

step('Nothing lost, nothing invented');
await get('/ledger/trial-balance', ({ balanced }) => `balanced: ${String(balanced)}`);

step('What was told of it');
/** The events that must come. Late events of the account's own setup may come in addition. */
const expected = {
  customer_created: 2,
  customer_verified: 2,
  customer_funding_source_added: 4,
  customer_microdeposits_added: 1,
  customer_funding_source_verified: 1,
  customer_bank_transfer_created: 5,
  customer_microdeposits_completed: 1,
  customer_bank_transfer_completed: 4,
  customer_transfer_created: 4,
  transfer_created: 2,
  customer_transfer_completed: 4,
  transfer_completed: 2,
  customer_funding_source_updated: 1,
  customer_bank_transfer_failed: 1,
};
const deadline = performance.now() + 15_000;
let told = new Map<string, readonly string[]>();
const missing = (): string[] =>
  Object.entries(expected).flatMap(([topic, count]) => ((told.get(topic)?.length ?? 0) < count ? [topic] : []));
do {
  await pause(20);
  told = Map.groupBy(await hearing.told(), (topic) => topic);
} while (missing().length > 0 && performance.now() < deadline);
for (const [topic, { length }] of told) say(`  ${hearing.how}  ${String(length).padStart(2)} × ${topic}`);
if (missing().length > 0) fail(`too few events arrived of ${missing().join(', ')}`);

await hearing.end();
await client.close();
say('\nDone.');
