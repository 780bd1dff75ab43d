import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { createTestDatabase, factAnswer, type TestDatabase } from '@halyard/testing';
import { applied, listed, restored } from '../../test/support/restore.js';
import { aTenant, customerCreated, WebhooksApp } from '../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;
let tenant: ApplicationPrincipal;
let subscription: string;

beforeEach(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
  webhooks.services.answer('POST /internal/applications/names', () => factAnswer({ names: {} }));
  tenant = aTenant();
  subscription = await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
});
afterEach(async () => {
  await webhooks.close();
  await database.drop();
});

const happen = (count: number, accountId = tenant.accountId): Promise<void> =>
  webhooks.hear(...Array.from({ length: count }, () => customerCreated(accountId)));

async function request(accountId = tenant.accountId): Promise<void> {
  const id = newId();
  const requests = [
    {
      ...{ id, accountId, applicationId: tenant.applicationId, trace: id.replaceAll('-', '') },
      ...{ method: 'POST', route: '/transfers', status: 201, content: '{}' },
      summary: JSON.stringify({ path: '/transfers', durationMs: 4.2, address: '203.0.113.7' }),
    },
  ];
  const batch = { at: new Date().toISOString(), requests };
  expect(
    (await webhooks.call('POST', '/internal/requests', { kind: 'service', service: 'gateway' }, batch)).status,
  ).toBe(200);
}

/** The newest number of each kind. */
async function newest(accountId = tenant.accountId): Promise<readonly number[]> {
  const [row] = await webhooks.dataSource.query<[Record<string, string | null>]>(
    `SELECT (SELECT max(position) FROM public_events WHERE account_id = $1) AS event,
       (SELECT max(sequence) FROM deliveries WHERE subscription_id = $2) AS delivery,
       (SELECT max(number) FROM requests WHERE account_id = $1) AS request`,
    [accountId, subscription],
  );
  return Object.values(row).map(Number);
}

const setNewest = async (number: number): Promise<void> => {
  const { accountId } = tenant;
  await webhooks.dataSource.query('UPDATE event_counts SET count = $2 WHERE account_id = $1', [accountId, number]);
  await webhooks.dataSource.query('UPDATE subscriptions SET sequence = $2 WHERE id = $1', [subscription, number]);
  await webhooks.dataSource.query('UPDATE request_counts SET count = $2 WHERE account_id = $1', [accountId, number]);
};

const all = (number: number): number[] => [number, number, number];

describe('numbers that clients remember', () => {
  it('go on at the next full million after a restore, and are counted one by one from there', async () => {
    await happen(3);
    await request();
    const lines = await restored(webhooks, 1);
    expect(lines).toEqual([
      'Numbers of events go on at a full million: 1 accounts.',
      'Numbers of deliveries go on at a full million: 1 subscriptions.',
      'Numbers of requests go on at a full million: 1 accounts.',
    ]);
    await happen(1);
    await request();
    expect(await newest()).toEqual(all(1_000_000));
    await happen(2);
    await request();
    expect(await newest()).toEqual([1_000_002, 1_000_002, 1_000_001]);
  });

  it('go on once, if what follows from a restore is repeated', async () => {
    await happen(3);
    await request();
    const restore = { id: newId(), at: new Date(), epoch: 1 };
    await webhooks.dataSource.query('INSERT INTO restores (epoch, id, at) VALUES (1, $1, $2)', [
      restore.id,
      restore.at,
    ]);
    await applied(webhooks, restore);
    await applied(webhooks, restore);
    await happen(1);
    await request();
    expect(await newest()).toEqual(all(1_000_000));
  });

  it.each([
    [899_998, []],
    [899_999, [1_000_000]],
    [999_999, []],
    [1_899_999, [2_000_000]],
  ])('after %d are in the list with the millions %j that they reach', async (before, millions) => {
    await happen(1);
    await request();
    await setNewest(before);
    const earlier = (await listed(webhooks)).length;
    await happen(1);
    await request();
    const news = (await listed(webhooks)).slice(earlier);
    const { accountId } = tenant;
    const expected = millions.flatMap((number) => [
      { what: 'event-numbers-reached', id: accountId, number, epoch: 0 },
      { what: 'delivery-numbers-reached', id: subscription, number, epoch: 0 },
      { what: 'request-numbers-reached', id: accountId, number, epoch: 0 },
    ]);
    expect(news).toEqual(
      expected.map((entry) => ({ ...entry, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) })),
    );
  });

  it('go on above the million that the list has, although the restored numbers are lower', async () => {
    await happen(3);
    await request();
    const at = new Date().toISOString();
    const entries = [
      { what: 'event-numbers-reached', id: tenant.accountId, number: 3_000_000, epoch: 0, at },
      { what: 'event-numbers-reached', id: tenant.accountId, number: 2_000_000, epoch: 0, at },
      { what: 'delivery-numbers-reached', id: subscription, number: 5_000_000, epoch: 0, at },
    ];
    await restored(webhooks, 1, entries);
    await happen(1);
    await request();
    expect(await newest()).toEqual([4_000_000, 6_000_000, 1_000_000]);
  });

  it('go on above the million that their account reached, although the restored data knows none of its numbers', async () => {
    const at = new Date().toISOString();
    const entries = ['event', 'request'].map((kind) => ({
      ...{ what: `${kind}-numbers-reached`, id: tenant.accountId, number: 2_000_000, epoch: 0, at },
    }));
    await restored(webhooks, 1, entries);
    await happen(1);
    await request();
    expect(await newest()).toEqual([3_000_000, 1_000_000, 3_000_000]);
  });

  it.each([950_000, 999_999, 1_000_000])('may have passed the next million unnoticed: %d', async (before) => {
    await happen(1);
    await request();
    await setNewest(before);
    await restored(webhooks, 1);
    await happen(1);
    await request();
    expect(await newest()).toEqual(all(2_000_000));
  });

  it('are not used again after several restores of one backup', async () => {
    await happen(3);
    await request();
    // The restores of the epochs 1 and 2 are not in the backup.
    await restored(webhooks, 3);
    await happen(1);
    await request();
    expect(await newest()).toEqual(all(3_000_000));
    await restored(webhooks, 4);
    await happen(1);
    await request();
    expect(await newest()).toEqual(all(4_000_000));
  });

  it('add the restores since a million was reached to it', async () => {
    await happen(3);
    const at = new Date().toISOString();
    const entries = [{ what: 'event-numbers-reached', id: tenant.accountId, number: 3_000_000, epoch: 1, at }];
    await restored(webhooks, 3, entries);
    await happen(1);
    expect((await newest())[0]).toBe(5_000_000);
  });

  it('begin at the million of the epoch in an account that had none, and at 1 in an account that is new', async () => {
    const former = aTenant();
    await restored(webhooks, 2, [], new Date());
    const later = aTenant();
    // The restore was before this account.
    await webhooks.dataSource.query("UPDATE restores SET at = uuid_extract_timestamp($1) - interval '1 ms'", [
      later.accountId,
    ]);
    await happen(2, later.accountId);
    await request(later.accountId);
    expect((await newest(later.accountId)).filter((_, at) => at !== 1)).toEqual([2, 1]);
    await webhooks.dataSource.query("UPDATE restores SET at = uuid_extract_timestamp($1) + interval '1 ms'", [
      former.accountId,
    ]);
    for (const number of [2_000_000, 2_000_001]) {
      await happen(1, former.accountId);
      await request(former.accountId);
      expect((await newest(former.accountId)).filter((_, at) => at !== 1)).toEqual([number, number]);
    }
  });

  it('leave nothing of a subscription that is deleted', async () => {
    await happen(1);
    await restored(webhooks, 1);
    const left = async () =>
      (await webhooks.dataSource.query<unknown[]>("SELECT FROM restarted_numbers WHERE kind = 'deliveries'")).length;
    expect(await left()).toBe(1);
    await webhooks.expect('resource', 'DELETE', `/webhook-subscriptions/${subscription}`, tenant);
    expect(await left()).toBe(0);
  });
});
