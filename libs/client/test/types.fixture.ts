// tools/test/packages/packed-client.int.spec.ts compiles this: code of clients, and code that must be refused.
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
const { resource: transfer } = await client.post('/transfers', {
  body: { _links: { source: { href: 'a' }, destination: { href: 'b' } }, amount: { value: '10.00', currency: 'USD' } },
  idempotencyKey: 'mine',
  read: true,
});
const bank = await client.post('/customers/{id}/funding-sources', {
  path: { id },
  body: { routingNumber: '222222226', accountNumber: '4815162342', bankAccountType: 'checking', name: 'Main' },
  read: true,
});
const subscribed = await client.post('/webhook-subscriptions', {
  body: {
    url: 'https://shop.example/hooks',
    secret: 'a-secret-of-32-characters-or-more',
    topics: ['customer_created'],
  },
  read: true,
});
const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
const home = { address1: '1 Elm St', city: 'Ames', state: 'IA', postalCode: '50010' } as const;
const personal = await client.post('/customers', {
  body: { ...person, ...home, type: 'personal', dateOfBirth: '1990-01-01', ssn: '1234' },
  read: true,
});
const receiver = await client.post('/customers', { body: person, read: true });
console.log(transfer.status, bank.resource.name, subscribed.resource.url, personal.resource.id, receiver.resource.id);

type Body<C> =
  C extends Api.Call<infer Data, infer _Answers, infer _Sends>
    ? Data extends { body?: infer Sent }
      ? Sent
      : never
    : never;
type IsOpen<B> = B extends unknown ? (string extends keyof B ? true : never) : never;
type Posts = Api.Calls['post'];
/** Request bodies that accept any member. */
type OpenBodies = { [P in keyof Posts]: [IsOpen<Body<Posts[P]>>] extends [never] ? never : P }[keyof Posts];
const noneIsOpen: [OpenBodies] extends [never] ? true : OpenBodies = true;
console.log(noneIsOpen);
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
// @ts-expect-error a member that is misspelt
await client.post('/transfers', { body: { _links: ends, amount: usd('1.00'), corelationId: 'a' } });
// @ts-expect-error a member that is misspelt, where the answer is read
await client.post('/transfers', { body: { _links: ends, amount: usd('1.00'), fee: [] }, read: true });
// @ts-expect-error a member of an object that is misspelt
await client.post('/transfers', { body: { _links: ends, amount: { value: '1.00', currency: 'USD', curency: 'USD' } } });
// @ts-expect-error a member that is misspelt, of a body with several shapes
await client.post('/customers', { body: { ...person, corelationId: 'a' }, read: true });
// @ts-expect-error a link that customers never have
await client.follow(customer, 'cancel');
// @ts-expect-error a filter that is not there
client.items('/customers', { query: { colour: 'red' } });
// @ts-expect-error not a list
client.items('/customers/{id}', { path: { id } });
// @ts-expect-error no secret
createClient({ baseUrl: 'https://localhost:8443', key: 'k' });
