import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';

const url = 'http://127.0.0.1:9/';

let database: TestDatabase;
let webhooks: WebhooksApp;
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

const subscribeTo = async (tenant: ApplicationPrincipal, topics?: readonly string[]): Promise<string> => {
  const body = { url, secret: 's', topics };
  return (await webhooks.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource.id;
};

/** Numbers of a subscription's deliveries in the order of their events. */
const numbersOf = async (subscriptionId: string): Promise<number[]> => {
  const rows = await webhooks.dataSource.query<{ sequence: string }[]>(
    `SELECT sequence FROM deliveries JOIN public_events ON public_events.id = event_id
     WHERE subscription_id = $1 ORDER BY position`,
    [subscriptionId],
  );
  return rows.map(({ sequence }) => Number(sequence));
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const many = (accountId: string, count: number) => Array.from({ length: count }, () => customerCreated(accountId));

it('keeps the correlation id of a transfer with its event', async () => {
  const tenant = aTenant();
  const event = customerCreated(tenant.accountId);
  const party = { ownerKind: 'account', ownerId: tenant.accountId, fundingSourceId: newId() };
  const transfer = {
    ...event,
    source: 'transfers.events.v1',
    type: 'transfers.transfer-created.v1',
    data: {
      transferId: event.subject,
      paymentId: newId(),
      leg: 'bank',
      amountMinor: '1',
      source: party,
      destination: party,
      correlationId: 'order-1',
    },
  };
  await webhooks.hear(transfer);
  const rows = await webhooks.dataSource.query<object[]>(
    'SELECT topic, correlation_id FROM public_events WHERE account_id = $1',
    [tenant.accountId],
  );
  expect(rows).toEqual([{ topic: 'bank_transfer_created', correlation_id: 'order-1' }]);
  const { items } = await webhooks.expect('collection', 'GET', '/events', tenant);
  expect(items[0]?.attributes['correlationId']).toBe('order-1');
});

describe('the number of an event in a subscription', () => {
  it('counts from 1 what the subscription is told, page after page, whatever others are told', async () => {
    const tenant = aTenant();
    const first = await subscribeTo(tenant);
    await webhooks.hear(...many(tenant.accountId, 3), ...many(newId(), 2));
    const second = await subscribeTo(tenant);
    await webhooks.hear(...many(tenant.accountId, 2));
    expect([await numbersOf(first), await numbersOf(second)]).toEqual([upTo(5), upTo(2)]);
  });

  it('is given to what the subscription asked for alone', async () => {
    const tenant = aTenant();
    const none = await subscribeTo(tenant, ['customer_suspended']);
    const some = await subscribeTo(tenant, ['customer_created', 'transfer_created', 'customer_created']);
    await webhooks.hear(...many(tenant.accountId, 2));
    expect([await numbersOf(none), await numbersOf(some)]).toEqual([[], upTo(2)]);
    const shown = await webhooks.expect('resource', 'GET', `/webhook-subscriptions/${some}`, tenant);
    expect(shown.attributes['topics']).toEqual(['customer_created', 'transfer_created']);
  });

  it('is given while the subscription is paused', async () => {
    const tenant = aTenant();
    const id = await subscribeTo(tenant);
    await webhooks.dataSource.query(
      `UPDATE subscriptions SET paused = true, pause_reason = 'requested' WHERE id = $1`,
      [id],
    );
    await webhooks.hear(...many(tenant.accountId, 2));
    expect(await numbersOf(id)).toEqual(upTo(2));
  });

  it('goes on where it was after a change of topics, and skips nothing that a page under way had counted', async () => {
    const tenant = aTenant();
    const id = await subscribeTo(tenant);
    await webhooks.hear(...many(tenant.accountId, 2));
    const late = webhooks.dataSource.createQueryRunner();
    await late.startTransaction();
    await webhooks.hearWithin(late.manager, customerCreated(tenant.accountId));
    let isDone = false;
    const change = webhooks.dataSource
      .query(`UPDATE subscriptions SET topics = '{customer_suspended}' WHERE id = $1`, [id])
      .then(() => (isDone = true));
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(
      'the change waits',
      async () => isDone || (await webhooks.dataSource.query<unknown[]>(waits)).length > 0,
    );
    expect(isDone).toBe(false);
    await late.commitTransaction();
    await late.release();
    await change;
    await webhooks.hear(...many(tenant.accountId, 2));
    await webhooks.dataSource.query('UPDATE subscriptions SET topics = NULL WHERE id = $1', [id]);
    await webhooks.hear(customerCreated(tenant.accountId));
    expect(await numbersOf(id)).toEqual(upTo(4));
  });

  it('has no hole where a page is rolled back', async () => {
    const tenant = aTenant();
    const id = await subscribeTo(tenant);
    const lost = webhooks.dataSource.createQueryRunner();
    await lost.startTransaction();
    await webhooks.hearWithin(lost.manager, ...many(tenant.accountId, 3));
    await lost.rollbackTransaction();
    await lost.release();
    await webhooks.hear(...many(tenant.accountId, 2));
    expect(await numbersOf(id)).toEqual(upTo(2));
  });

  it('is given once where processes record pages of several accounts at once', async () => {
    const tenants = [aTenant(), aTenant(), aTenant()];
    const ids = await Promise.all(tenants.map((tenant) => subscribeTo(tenant)));
    const pages = Array.from({ length: 12 }, (_, index) => {
      const mixed = tenants.flatMap(({ accountId }) => many(accountId, 2));
      return index % 2 ? mixed : mixed.toReversed();
    });
    await Promise.all(pages.map((page) => webhooks.hear(...page)));
    for (const id of ids) expect(await numbersOf(id)).toEqual(upTo(24));
  });
});
