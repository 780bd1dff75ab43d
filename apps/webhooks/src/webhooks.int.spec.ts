import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applicationPrincipal, startTestService } from '@halyard/testing';
import type { TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { Receiver } from '../test/support/receiver.js';
import { customerCreated } from '../test/support/webhooks-app.js';
import { webhooksService } from './webhooks.module.js';

let webhooks: TestService;
let receiver: Receiver;
beforeAll(async () => {
  webhooks = await startTestService(webhooksService, { env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } });
  receiver = await Receiver.listen();
});
afterAll(async () => {
  await webhooks.stop();
  await receiver.close();
});

it('delivers what other services tell on the bus, once, however often they tell it', async () => {
  const principal = applicationPrincipal();
  const body = { url: receiver.url, secret: 'sssh' };
  expect((await webhooks.call('POST', '/webhook-subscriptions', { principal, body })).status).toBe(201);

  const [first, second] = [customerCreated(principal.accountId), customerCreated(principal.accountId)];
  webhooks.bus.tell('customers.events.v1', first, first, second);
  await webhooks.bus.settled();
  await until('both have come', () => receiver.received.length >= 2);

  const { body: list } = await webhooks.call('GET', '/events', { principal });
  expect(list).toMatchObject({ total: 2 });
  expect(new Set(receiver.eventIds).size).toBe(2);
  expect(receiver.received).toHaveLength(2);
});

it('delivers nothing again once an operator has its events rebuilt', async () => {
  const principal = applicationPrincipal();
  const body = { url: receiver.url, secret: 'sssh' };
  await webhooks.call('POST', '/webhook-subscriptions', { principal, body });
  const before = receiver.received.length;
  const events = [customerCreated(principal.accountId), customerCreated(principal.accountId)];
  webhooks.bus.tell('customers.events.v1', ...events);
  await until('both have come', () => receiver.received.length >= before + 2);
  const ofAccount = 'FROM public_events WHERE account_id = $1';
  await webhooks.dataSource.query(`DELETE ${ofAccount} AND position = 1`, [principal.accountId]);

  const { body: models } = await webhooks.call('GET', '/operations/webhooks/read-models');
  const id = models.type === 'collection' ? models.items[0]?.id : undefined;
  const path = `/operations/webhooks/read-models/${id}`;
  expect((await webhooks.call('POST', `${path}/rebuilds`, { body: {} })).status).toBe(202);
  await until('the rebuild has ended', async () => {
    const { body: model } = await webhooks.call('GET', path);
    return model.type === 'resource' && model.attributes['rebuild'] === undefined;
  });
  webhooks.bus.tell('customers.events.v1', customerCreated(principal.accountId));
  await until('the lost one and the new one have come', () => receiver.received.length >= before + 4);
  const rows = await webhooks.dataSource.query<{ id: string; position: string }[]>(
    `SELECT id, position ${ofAccount} ORDER BY position`,
    [principal.accountId],
  );
  expect(rows.map(({ position }) => position)).toEqual(['2', '3', '4']);
  const [stands, ...others] = rows.map((row) => receiver.eventIds.filter((came) => came === row.id).length);
  expect([stands, ...others]).toEqual([1, 2, 1]);
});
