// Compiled by tools/test/packages/packed-client.int.spec.ts: what clients write, and what the compiler must refuse.
import { type Api, createClient, verifyWebhook } from '@halyard/client';

const client = createClient({ baseUrl: 'https://localhost:8443', key: 'k', secret: 's' });
const id = '0195b3a0-0000-7000-8000-0000000000c1';
const usd = (value: string) => ({ value, currency: 'USD' as const });
const ends = { source: { href: 'https://a/funding-sources/1' }, destination: { href: 'https://a/funding-sources/2' } };

const customer: Api.Customer = await client.get('/customers/{id}', { path: { id } });
const sources: Api.FundingSourceList = await client.follow(customer, 'funding-sources');
const created = await client.post('/transfers', { body: { _links: ends, amount: usd('1.00') }, read: true });
const status: 'pending' | 'processed' | 'failed' | 'cancelled' = created.resource.status;
const unread = await client.post('/transfers', { body: { _links: ends, amount: usd('1.00') } });
const maybe: Api.Transfer | undefined = unread.resource;
for await (const transfer of client.items('/accounts/{id}/transfers', { path: { id }, query: { status: 'pending' } })) {
  const payment: Api.Payment = await client.follow(transfer, 'payment');
  console.log(payment.status, transfer.amount.value);
}
for await (const { position, event } of client.events({ after: '1' })) console.log(position, event.topic);
await client.delete('/webhook-subscriptions/{id}', { path: { id } });
const subscription = await client.get('/webhook-subscriptions/{id}', { path: { id } });
const replays: Api.ReplayList = await client.follow(subscription, 'replay');
await client.get('/');
console.log(replays.total);
console.log(sources.total, status, maybe, await verifyWebhook({ body: '', headers: {}, secret: '' }));

// @ts-expect-error a path that is not there
await client.get('/nowhere');
// @ts-expect-error an id is missing
await client.get('/customers/{id}');
// @ts-expect-error no amount
await client.post('/transfers', { body: { _links: ends } });
// @ts-expect-error a number as an amount
await client.post('/transfers', { body: { _links: ends, amount: { value: 1, currency: 'USD' } } });
// @ts-expect-error a link that customers never have
await client.follow(customer, 'cancel');
// @ts-expect-error a filter that is not there
client.items('/customers', { query: { colour: 'red' } });
// @ts-expect-error not a list
client.items('/customers/{id}', { path: { id } });
// @ts-expect-error no secret
createClient({ baseUrl: 'https://localhost:8443', key: 'k' });
