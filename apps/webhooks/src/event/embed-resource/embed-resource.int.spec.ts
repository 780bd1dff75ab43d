import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CloudEvent } from '@halyard/contracts';
import type { Snapshot, WantedSnapshots } from '@halyard/contracts/events';
import { DomainError, newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase, factAnswer } from '@halyard/testing';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';

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

const query = { embed: 'resource' };

/** A transfer between two customers, told to both of them, and with it what is told of a document. */
const transferCreated = (accountId: string, transferId = newId()): CloudEvent => ({
  ...customerCreated(accountId),
  source: 'transfers.events.v1',
  type: 'transfers.transfer-created.v1',
  partitionkey: transferId,
  sequence: 1,
  data: {
    transferId,
    paymentId: transferId,
    leg: 'party',
    amountMinor: '100',
    source: { ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() },
    destination: { ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() },
  },
});

const documentUploaded = (accountId: string, customerId: string, documentId: string): CloudEvent => {
  const created = customerCreated(accountId, customerId);
  const type = 'customers.customer-verification-document-uploaded.v1';
  return { ...created, type, sequence: 7, data: { ...(created.data as object), documentId } };
};

/** Owners answer, in their order, what `of` makes of what is wanted of them; what they were asked is kept. */
function answering(
  of: (wanted: WantedSnapshots['wanted'][number]) => Snapshot,
): { path: string; body: WantedSnapshots }[] {
  const asked: { path: string; body: WantedSnapshots }[] = [];
  for (const owner of ['customers', 'funding-sources', 'transfers']) {
    webhooks.services.answer(`POST /internal/${owner}/snapshots`, ({ path, body }) => {
      asked.push({ path, body: body as WantedSnapshots });
      return factAnswer({ snapshots: (body as WantedSnapshots).wanted.map(of) });
    });
  }
  return asked;
}

const snapshotOf = ({ kind, id, version = 0 }: { kind: string; id: string; version?: number }) =>
  ({ type: 'resource', kind, id, attributes: { version }, links: {} }) as Snapshot;

describe('?embed=resource', () => {
  it('shows what each event is about as it was, by one question to each owner', async () => {
    const tenant = aTenant();
    const [customerId, transferId, documentId] = [newId(), newId(), newId()];
    await webhooks.hear(
      customerCreated(tenant.accountId, customerId),
      transferCreated(tenant.accountId, transferId),
      documentUploaded(tenant.accountId, customerId, documentId),
    );
    const asked = answering(snapshotOf);
    const plain = await webhooks.expect('collection', 'GET', '/events', tenant);
    expect(asked).toEqual([]);

    const { items, total } = await webhooks.expect('collection', 'GET', '/events', tenant, undefined, query);
    expect(total).toBe(4);
    const at = '2026-03-02T15:00:00.000Z';
    const wanted = {
      document: { kind: 'document', id: documentId, key: customerId, version: 7, at },
      transfer: { kind: 'transfer', id: transferId, key: transferId, version: 1, at },
      customer: { kind: 'customer', id: customerId, key: customerId, version: 1, at },
    };
    const { accountId } = tenant;
    expect(asked).toEqual([
      { path: '/internal/customers/snapshots', body: { accountId, wanted: [wanted.document, wanted.customer] } },
      { path: '/internal/transfers/snapshots', body: { accountId, wanted: [wanted.transfer] } },
    ]);
    const order = [wanted.document, wanted.transfer, wanted.transfer, wanted.customer];
    expect(items).toEqual(
      plain.items.map((item, n) => ({ ...item, attached: { resource: order[n] && snapshotOf(order[n]) } })),
    );

    const [first] = items;
    expect(await webhooks.expect('resource', 'GET', `/events/${first?.id}`, tenant, undefined, query)).toEqual(first);
  });

  it('shows them to those who fetch by number, too', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, 'http://127.0.0.1:9');
    await webhooks.hear(customerCreated(tenant.accountId));
    answering(snapshotOf);
    const { body } = await webhooks.pull(tenant, id, { query });
    expect(body).toMatchObject({
      items: [
        { attributes: { sequence: 1 }, attached: { resource: { kind: 'customer', attributes: { version: 1 } } } },
      ],
    });
  });

  it.each(['erased', 'unknown'] as const)('marks what is %s, and shows the rest', async (mark) => {
    const tenant = aTenant();
    const [gone, there] = [newId(), newId()];
    await webhooks.hear(customerCreated(tenant.accountId, gone), customerCreated(tenant.accountId, there));
    answering((wanted) => (wanted.id === gone ? mark : snapshotOf(wanted)));
    const { items } = await webhooks.expect('collection', 'GET', '/events', tenant, undefined, query);
    expect(
      items.map(({ attributes, attached }) => [attributes['resourceSnapshot'], attached?.['resource']?.id]),
    ).toEqual([
      [undefined, there],
      [mark, undefined],
    ]);
  });

  it('says that an owner does not answer, and is refused any other word', async () => {
    const tenant = aTenant();
    await webhooks.hear(customerCreated(tenant.accountId));
    webhooks.services.answer('POST /internal/customers/snapshots', new DomainError('ServiceUnavailable'));
    expect(await webhooks.call('GET', '/events', tenant, undefined, query)).toMatchObject({
      status: 503,
      body: { code: 'ServiceUnavailable' },
    });
    expect((await webhooks.call('GET', '/events', tenant)).status).toBe(200);
    expect(await webhooks.call('GET', '/events', tenant, undefined, { embed: 'customer' })).toMatchObject({
      status: 400,
      body: { faults: [{ code: 'Invalid', path: '/query/embed' }] },
    });
  });

  it('asks nobody of an empty page', async () => {
    const asked = answering(snapshotOf);
    expect((await webhooks.call('GET', '/events', aTenant(), undefined, query)).status).toBe(200);
    expect(asked).toEqual([]);
  });
});
