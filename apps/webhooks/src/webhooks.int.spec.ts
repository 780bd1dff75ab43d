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
