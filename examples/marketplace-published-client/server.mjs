import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { Client } from 'dwolla-v2';

const { API = 'https://localhost:8443', KEY = '', SECRET = '', PORT = '3000' } = process.env;
const FEE = { value: '2.50', currency: 'USD' };

const client = new Client({ key: KEY, secret: SECRET, environment: 'sandbox' });
// All that differs from a program for the client's own sandbox.
Object.assign(client, { apiUrl: API, tokenUrl: `${API}/token` });

const webhookSecret = randomBytes(32).toString('hex');
/** The status of each payout. A real marketplace has a database. */
const payouts = new Map();

const idOf = (href) => href.split('/').at(-1);

/** Creates a resource and returns its id. */
async function create(path, body, headers = {}) {
  const { headers: answered } = await client.post(path, body, headers);
  return idOf(answered.get('location'));
}

async function ownBalance() {
  const { body: root } = await client.get('/');
  const { body: sources } = await client.get(`${root._links.account.href}/funding-sources`);
  return sources._embedded['funding-sources'].find(({ type }) => type === 'balance')._links.self.href;
}

async function onboard(person) {
  return { id: await create('customers', { ...person, type: 'personal' }) };
}

async function linkBank(seller, bank) {
  return { id: await create(`customers/${seller}/funding-sources`, bank) };
}

/** Pays a seller for an order, once, however often it is asked to. The seller bears the fee. */
async function payOut({ order, seller, bank, amount }) {
  const transfer = {
    _links: { source: { href: balance }, destination: { href: `${API}/funding-sources/${bank}` } },
    amount: { value: amount, currency: 'USD' },
    fees: [{ _links: { 'charge-to': { href: `${API}/customers/${seller}` } }, amount: FEE }],
  };
  const id = await create('transfers', transfer, { 'Idempotency-Key': order });
  if (!payouts.has(id)) payouts.set(id, 'pending');
  return { id };
}

function isGenuine(body, signature = '') {
  const expected = Buffer.from(createHmac('sha256', webhookSecret).update(body).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The money reaches the bank by a transfer of its own, which the payout funds. */
async function receive(body, headers) {
  if (!isGenuine(body, headers['x-request-signature-sha-256'])) throw new ForgedWebhook('The signature does not fit.');
  const { topic, resourceId } = JSON.parse(body);
  if (/^customer_bank_transfer_(completed|failed)$/.test(topic)) {
    const { status, _links: links } = (await client.get(`transfers/${resourceId}`)).body;
    if (links['funding-transfer']) payouts.set(idOf(links['funding-transfer'].href), status);
  }
  return {};
}

class ForgedWebhook extends Error {
  status = 401;
}

async function answer(request) {
  const [, noun = '', id = '', part = ''] = /^\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(request.url) ?? [];
  switch (`${request.method} ${noun} ${part}`.trim()) {
    case 'POST sellers':
      return onboard(await json(request));
    case 'POST sellers banks':
      return linkBank(id, await json(request));
    case 'POST payouts':
      return payOut(await json(request));
    case 'GET payouts':
      return payouts.has(id) ? { status: payouts.get(id) } : undefined;
    case 'POST webhooks':
      return receive(await buffer(request), request.headers);
    default:
      return undefined;
  }
}

function refusal(error) {
  const { status, message, body = { message } } = error;
  if (status !== undefined) return [status, { message: body.message, errors: body._embedded?.errors }];
  if (error instanceof SyntaxError) return [400, { message: 'The body is not JSON.' }];
  console.error(error);
  return [500, { message: 'Something went wrong.' }];
}

async function respond(request, response) {
  const [status, body] = await answer(request).then(
    (found) => (found ? [200, found] : [404, { message: 'Not found.' }]),
    refusal,
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const balance = await ownBalance();
const server = createServer((request, response) => void respond(request, response));
server.listen(Number(PORT), '127.0.0.1');
const subscription = await create('webhook-subscriptions', {
  url: `http://127.0.0.1:${PORT}/webhooks`,
  secret: webhookSecret,
});
console.log(`The marketplace listens on http://127.0.0.1:${PORT}`);

process.once('SIGINT', () => {
  server.close();
  void client.delete(`webhook-subscriptions/${subscription}`);
});
