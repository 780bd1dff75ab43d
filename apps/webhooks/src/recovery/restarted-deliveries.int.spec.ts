import { expect, it } from '@jest/globals';
import { DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import { restored } from '../../test/support/restore.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();
const HEADER = 'x-service-sequence-restarted';

it('only the deliveries of the first event after a restore have the last number before it in a header', async () => {
  let status = 500;
  const receiver = await stage.listen((response) => response.writeHead(status).end());
  const before = await stage.start({ worker: false });
  const tenant = aTenant();
  const subscription = await before.subscribe(tenant, receiver.url);
  const event = () => customerCreated(tenant.accountId);
  await before.hear(event(), event());
  await restored(before, 1);
  await before.hear(event(), event());
  await stage.stop(before);

  const app = await stage.start();
  await settled(app, 4);
  status = 204;
  const path = `/webhook-subscriptions/${subscription}`;
  const { items } = await app.expect('collection', 'GET', `${path}/webhooks`, tenant);
  const first = items.find(({ attributes }) => attributes['sequence'] === 1_000_000);
  await app.expect('created', 'POST', `/webhooks/${String(first?.id)}/retries`, tenant);
  await settled(app, 5);

  const told = receiver.received.map(({ headers }) => [headers['x-service-sequence'], headers[HEADER]]);
  expect(told.slice(0, 4).sort()).toEqual([
    ['1', undefined],
    ['1000000', '2'],
    ['1000001', undefined],
    ['2', undefined],
  ]);
  expect(told[4]).toEqual(['1000000', '2']);

  const { attributes } = await app.expect('resource', 'GET', `/webhooks/${String(first?.id)}`, tenant);
  const [attempt] = attributes['attempts'] as { request: { headers: { name: string; value: string }[] } }[];
  expect(attempt?.request.headers).toContainEqual({ name: 'X-Service-Sequence-Restarted', value: '2' });
});
