import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CloudEvent } from '@halyard/contracts';
import type { DeliveriesAsked, EventsOfFacts } from '@halyard/contracts/events';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { aTenant, type WebhooksApp } from '../../test/support/webhooks-app.js';
import { deliveriesOf } from './event-deliveries.rows.js';

const NOWHERE = 'http://127.0.0.1:1/';

describe('what webhooks knows of a payment', () => {
  const stage = new DeliveryStage();
  let app: WebhooksApp;
  let tenant: ReturnType<typeof aTenant>;
  beforeEach(async () => {
    app = await stage.start({ worker: false });
    tenant = aTenant();
  });

  const side = () => ({ ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() });
  /** Two public events: for its sender, and for its receiver. */
  const transferCreated = (accountid = tenant.accountId): CloudEvent => {
    const transferId = newId();
    const money = { leg: 'party', amountMinor: '100', source: side(), destination: side() };
    return {
      specversion: '1.0',
      id: newId(),
      source: 'transfers.events.v1',
      type: 'transfers.transfer-created.v1',
      subject: transferId,
      time: '2026-03-02T15:00:00.000Z',
      datacontenttype: 'application/json',
      accountid,
      partitionkey: transferId,
      sequence: 1,
      data: { transferId, paymentId: transferId, ...money },
    };
  };
  const eventsOf = async (accountId: string, ...facts: readonly CloudEvent[]): Promise<EventsOfFacts['events']> => {
    const body = { accountId, facts: facts.map(({ id, type, data }) => ({ id, type, data })) };
    const { fact } = await app.expect('fact', 'POST', '/internal/events/of-facts', servicePrincipal('transfers'), body);
    return (fact as EventsOfFacts).events;
  };
  const delivered = (asked: Partial<DeliveriesAsked>) =>
    deliveriesOf(app.dataSource.manager, { accountId: tenant.accountId, events: [], limit: 200, ...asked });
  const pairs = (found: Awaited<ReturnType<typeof delivered>>) =>
    found.map(({ event, subscription }) => `${event} ${subscription}`);

  it("are the public events of its facts, and none that is another account's or not recorded yet", async () => {
    const [fact, late] = [transferCreated(), transferCreated()];
    await app.hear(fact, transferCreated(), transferCreated(newId()));
    const events = await eventsOf(tenant.accountId, fact, late);
    expect(events.map(({ fact: of, topic }) => [of, topic])).toEqual([
      [fact.id, 'customer_transfer_created'],
      [fact.id, 'customer_transfer_created'],
    ]);
    expect(events[0]?.position).toBeGreaterThan(0);
    expect(await eventsOf(newId(), fact)).toEqual([]);
  });

  it('are their deliveries in the order of events and subscriptions, however many there are', async () => {
    const before = Array.from({ length: 40 }, () => transferCreated());
    const applications = Array.from({ length: 12 }, () => ({ ...tenant, applicationId: newId() }));
    const subscriptions = await Promise.all(
      applications.flatMap((application) => Array.from({ length: 3 }, () => app.subscribe(application, NOWHERE))),
    );
    for (const fact of before) await app.hear(fact);
    const facts = [transferCreated(), transferCreated()];
    await app.hear(...facts);
    const events = (await eventsOf(tenant.accountId, ...facts)).map(({ id }) => id).reverse();
    const expected = events.flatMap((event) => subscriptions.toSorted().map((id) => `${event} ${id}`));
    expect(expected).toHaveLength(4 * 36);
    expect(pairs(await delivered({ events }))).toEqual(expected);
    expect(pairs(await delivered({ events, limit: 50 }))).toEqual(expected.slice(0, 50));
    const from = subscriptions.toSorted()[30];
    expect(pairs(await delivered({ events, from, limit: 10 }))).toEqual(expected.slice(30, 40));
    const [one] = applications;
    expect(await delivered({ events, applicationId: one?.applicationId })).toHaveLength(4 * 3);
    expect(await delivered({ events, accountId: newId() })).toEqual([]);
  });

  it('have the attempts at each delivery in their order, and say how often it was replayed', async () => {
    const subscription = await app.subscribe(tenant, NOWHERE);
    const fact = transferCreated();
    await app.hear(fact);
    const [event] = (await eventsOf(tenant.accountId, fact)).map(({ id }) => id);
    const [{ id = '' } = {}] = await delivered({ events: [event ?? ''] });
    await app.dataSource.query(
      `INSERT INTO attempts (id, attempted_at, delivery_id, duration_ms, signatures, status_code, error)
       SELECT uuidv7(), now() + n * interval '1 minute', $1, n, '{}', CASE WHEN n = 3 THEN 200 END,
         CASE WHEN n < 3 THEN 'timeout' END
       FROM generate_series(1, 3) AS n`,
      [id],
    );
    await app.dataSource.query(
      `INSERT INTO deliveries (recorded_at, subscription_id, sequence, event_id, resource_id, state, resend_of, requested_at, replay_id)
       SELECT recorded_at, subscription_id, sequence, event_id, resource_id, 'delivered', id, now(), replay
       FROM deliveries, unnest(ARRAY[uuidv7(), uuidv7(), NULL]) AS replay WHERE id = $1`,
      [id],
    );
    const [found] = await delivered({ events: [event ?? ''] });
    expect(found).toMatchObject({ event, subscription, sequence: 1, replayed: 2 });
    expect(found?.attempts.map(({ durationMs, status, error }) => [durationMs, status, error])).toEqual([
      [1, undefined, 'timeout'],
      [2, undefined, 'timeout'],
      [3, 200, undefined],
    ]);
  });

  it.each(['/internal/events/of-facts', '/internal/deliveries/of-events'])(
    'answer transfers alone at %s',
    async (path) => {
      expect((await app.call('POST', path, tenant, {})).status).toBe(404);
      expect((await app.call('POST', path, servicePrincipal('customers'), {})).status).toBe(403);
      expect((await app.call('POST', path, servicePrincipal('transfers'), { accountId: 'x' })).status).toBe(400);
    },
  );
});
