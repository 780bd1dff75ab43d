import { describe, expect, it } from '@jest/globals';
import { type ApplicationPrincipal, ref } from '@halyard/contracts';
import { quietAnswer, type QuietQuestion } from '@halyard/contracts/sandbox-clock';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();
const NOWHERE = 'http://127.0.0.1:9/';
const TOPIC = 'customers.events.v1';

const ask = async (app: WebhooksApp, { accountId }: ApplicationPrincipal, question: Partial<QuietQuestion> = {}) => {
  const path = `/internal/account-clocks/${accountId}/quiet-questions`;
  const body = { keys: [], deliveries: true, ...question };
  const { fact } = await app.expect('fact', 'POST', path, servicePrincipal('transfers'), body);
  return quietAnswer.parse(fact);
};
const tell = async (app: WebhooksApp, { accountId }: ApplicationPrincipal, count = 1) => {
  for (let n = 0; n < count; n += 1) await app.receive(TOPIC, customerCreated(accountId));
};
const set = (app: WebhooksApp, sequence: number, values: string) =>
  app.dataSource.query(`UPDATE deliveries SET ${values} WHERE sequence = $1 AND resend_of IS NULL`, [sequence]);

describe('what webhooks have under way in an account', () => {
  it('is an event that is not recorded', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    const key = newId();
    const keys = [{ source: 'customers', key, sequence: 1 }] as const;
    expect((await ask(app, tenant, { keys })).unreached).toEqual(keys);
    await app.receive(TOPIC, customerCreated(tenant.accountId, key));
    expect((await ask(app, tenant, { keys })).unreached).toEqual([]);
    expect(await ask(app, tenant)).toEqual({ unreached: [], waitingFor: [], bound: '1', events: 1 });
    expect((await ask(app, aTenant())).events).toBe(0);
  });

  it('is a delivery until its first attempt has ended, if deliveries are asked for', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    await app.subscribe(tenant, NOWHERE);
    await tell(app, tenant, 3);
    const [first] = await app.dataSource.query<[{ id: string }]>('SELECT id FROM deliveries WHERE sequence = 1');
    const waitingFor = [{ what: 'delivery', count: 3, example: ref('webhook', first.id) }];
    expect(await ask(app, tenant)).toMatchObject({ waitingFor, bound: '3' });
    expect((await ask(app, tenant, { deliveries: false })).waitingFor).toEqual([]);
    expect((await ask(app, aTenant())).waitingFor).toEqual([]);
    await set(app, 1, `state = 'delivered', tries = 1`);
    await set(app, 2, `state = 'waiting', tries = 1, retry_at = now()`);
    expect((await ask(app, tenant)).waitingFor).toMatchObject([{ what: 'delivery', count: 1 }]);
    // It is due for its second attempt.
    await set(app, 2, `state = 'pending', retry_at = NULL`);
    await set(app, 3, `state = 'failed', tries = 1`);
    expect((await ask(app, tenant)).waitingFor).toEqual([]);
  });

  it('is no delivery of a later event, if the question is bound to earlier ones', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    await app.subscribe(tenant, NOWHERE);
    await tell(app, tenant);
    const { bound } = await ask(app, tenant);
    await tell(app, tenant);
    expect(await ask(app, tenant, { bound })).toMatchObject({ waitingFor: [{ count: 1 }], bound, events: 2 });
    await set(app, 1, `state = 'delivered', tries = 1`);
    expect((await ask(app, tenant, { bound })).waitingFor).toEqual([]);
    expect((await ask(app, tenant)).waitingFor).toMatchObject([{ count: 1 }]);
  });

  it('is nothing of a subscription that is paused', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    const id = await app.subscribe(tenant, NOWHERE);
    await tell(app, tenant);
    await app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, { paused: true });
    await tell(app, tenant);
    expect(await ask(app, tenant)).toMatchObject({ waitingFor: [], events: 2 });
  });

  it('is no resend', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    await app.subscribe(tenant, NOWHERE);
    await tell(app, tenant);
    await set(app, 1, `state = 'delivered', tries = 1`);
    const [{ id }] = await app.dataSource.query<[{ id: string }]>('SELECT id FROM deliveries');
    await app.expect('created', 'POST', `/webhooks/${id}/retries`, tenant, {});
    expect((await ask(app, tenant)).waitingFor).toEqual([]);
  });

  it('ends once a receiver has answered, whatever it says', async () => {
    const answers: (() => void)[] = [];
    const receiver = await stage.listen((response) => answers.push(() => response.writeHead(500).end()));
    const app = await stage.start();
    const tenant = aTenant();
    await app.subscribe(tenant, receiver.url);
    await tell(app, tenant);
    await until('the attempt is under way', () => Promise.resolve(answers.length === 1));
    expect((await ask(app, tenant)).waitingFor).toMatchObject([{ what: 'delivery', count: 1 }]);
    answers.forEach((answer) => answer());
    await until('it has ended', async () => (await ask(app, tenant)).waitingFor.length === 0);
  });
});
