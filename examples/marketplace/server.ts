import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { type Api, ApiError, createClient, verifyWebhook, WebhookVerificationError } from '@halyard/client';

type Person = Omit<Api.PersonalCustomerRequest, 'type'>;

interface Order {
  readonly order: string;
  readonly seller: string;
  readonly bank: string;
  readonly amount: string;
}

const { API = 'https://localhost:8443', KEY = '', SECRET = '', PORT = '3000' } = process.env;
const FEE = { value: '2.50', currency: 'USD' } as const;

const client = createClient({ baseUrl: API, key: KEY, secret: SECRET });
const webhookSecret = randomBytes(32).toString('hex');
/** The status of each payout. A real marketplace has a database. */
const payouts = new Map<string, string>();

async function ownBalance(): Promise<string> {
  const account = await client.follow(await client.get('/'), 'account');
  const sources = await client.follow(account, 'funding-sources');
  const balance = sources._embedded['funding-sources'].find(({ type }) => type === 'balance');
  if (!balance) throw new Error('the account has no balance');
  return balance._links.self.href;
}

async function onboard(person: Person): Promise<object> {
  const { id } = await client.post('/customers', { body: { ...person, type: 'personal' } });
  return { id };
}

async function linkBank(seller: string, bank: Api.BankNumbersRequest): Promise<object> {
  const { id } = await client.post('/customers/{id}/funding-sources', { path: { id: seller }, body: bank });
  return { id };
}

/** Pays a seller for an order, once, however often it is asked to. The seller bears the fee. */
async function payOut({ order, seller, bank, amount }: Order): Promise<object> {
  const { id } = await client.post('/transfers', {
    body: {
      _links: { source: { href: balance }, destination: { href: `${API}/funding-sources/${bank}` } },
      amount: { value: amount, currency: 'USD' },
      fees: [{ _links: { 'charge-to': { href: `${API}/customers/${seller}` } }, amount: FEE }],
    },
    idempotencyKey: order,
  });
  if (!payouts.has(id)) payouts.set(id, 'pending');
  return { id };
}

/** The money reaches the bank by a transfer of its own, which the payout funds. */
async function receive(body: Buffer, headers: IncomingMessage['headers']): Promise<object> {
  const { topic, resourceId } = await verifyWebhook({ body, headers, secret: webhookSecret });
  if (/^customer_bank_transfer_(completed|failed)$/.test(topic)) {
    const { status, _links: links } = await client.get('/transfers/{id}', { path: { id: resourceId } });
    const payout = links['funding-transfer']?.href.split('/').at(-1);
    if (payout !== undefined) payouts.set(payout, status);
  }
  return {};
}

async function answer(request: IncomingMessage): Promise<object | undefined> {
  const [, noun = '', id = '', part = ''] = /^\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
  switch (`${request.method} ${noun} ${part}`.trim()) {
    case 'POST sellers':
      return onboard((await json(request)) as Person);
    case 'POST sellers banks':
      return linkBank(id, (await json(request)) as Api.BankNumbersRequest);
    case 'POST payouts':
      return payOut((await json(request)) as Order);
    case 'GET payouts':
      return payouts.has(id) ? { status: payouts.get(id) } : undefined;
    case 'POST webhooks':
      return receive(await buffer(request), request.headers);
    default:
      return undefined;
  }
}

type Outcome = readonly [status: number, body: object];

function refusal(error: unknown): Outcome {
  if (error instanceof ApiError) return [error.status, { message: error.message, errors: error.errors }];
  if (error instanceof WebhookVerificationError) return [401, { message: error.message }];
  if (error instanceof SyntaxError) return [400, { message: 'The body is not JSON.' }];
  console.error(error);
  return [500, { message: 'Something went wrong.' }];
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = await answer(request).then(
    (found): Outcome => (found ? [200, found] : [404, { message: 'Not found.' }]),
    refusal,
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const balance = await ownBalance();
const server = createServer((request, response) => void respond(request, response));
server.listen(Number(PORT), '127.0.0.1');
const { id: subscription } = await client.post('/webhook-subscriptions', {
  body: { url: `http://127.0.0.1:${PORT}/webhooks`, secret: webhookSecret },
});
console.log(`The marketplace listens on http://127.0.0.1:${PORT}`);

process.once('SIGINT', () => {
  server.close();
  void client.delete('/webhook-subscriptions/{id}', { path: { id: subscription } });
});
