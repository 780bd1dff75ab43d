import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { bankAccount, embedded, hrefOf, idOf, newHolder, personalCustomer, usd } from '../support/journeys.js';
import { SharedSuite } from '../support/shared-suite.js';
import { Subscriber } from '../support/subscriber.js';
import type { BreakableSuite } from './breakable-suite.js';

const CAUSE = 'this resource can not be told of';

export const parking = (suite: BreakableSuite): void =>
  suite.part('an event that breaks its consumer', () => {
    let joined: SharedSuite;
    let client: HalClient;
    let database: Client;
    let subscriber: Subscriber;
    let bank: string;

    beforeAll(async () => {
      joined = await SharedSuite.on(suite.running, 'parking');
      ({ client } = joined);
      database = new Client({ connectionString: await suite.running.postgresUrl() });
      await database.connect();
      subscriber = await Subscriber.listen();
      await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
      const customer = await client.create('/customers', personalCustomer());
      bank = await client.create(`${customer}/funding-sources`, bankAccount());
      await waitFor('its first event', () => subscriber.topicsOf(idOf(bank)).length === 1);
      await database.query(`
      CREATE FUNCTION webhooks.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE '${CAUSE}'; END $$`);
      await database.query(`
      CREATE TRIGGER refuse BEFORE INSERT ON webhooks.public_events
      FOR EACH ROW WHEN (NEW.resource_id = '${idOf(bank)}') EXECUTE FUNCTION webhooks.refuse()`);
      await client.create(`${bank}/micro-deposits`, {});
      await client.post(`${bank}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
    });

    afterAll(async () => {
      await database.end();
      await joined.leave();
      await subscriber.close();
    });

    const heldKey = async (): Promise<HalBody | undefined> => {
      const { body } = await joined.operator.get('/operations/webhooks/parked-keys');
      return embedded(body, 'parked-keys').find(({ key }) => key === idOf(bank));
    };

    it('parks its key with the cause, once it was tried again for a while', async () => {
      const parked = await waitFor('the key to be parked', async () => {
        const held = await heldKey();
        return held?.['state'] === 'parked' ? held : undefined;
      });
      expect(parked).toMatchObject({ consumer: 'public-events', topic: 'funding-sources.events.v1' });
      expect(String(parked['cause'])).toContain(CAUSE);
      expect(Number(parked['attempts'])).toBeGreaterThan(1);
    });

    it('holds up nothing else', async () => {
      const other = await newHolder(client);
      await waitFor('the events of another bank', () => {
        const topics = subscriber.topicsOf(idOf(other.bank));
        return topics.includes('customer_funding_source_verified');
      });
      expect(subscriber.topicsOf(idOf(bank))).toEqual(['customer_funding_source_added']);
    });

    it('makes the account not quiet, at once, and is named', async () => {
      const beganMs = performance.now();
      const { body } = await client.get('/sandbox-quiet?wait=20');
      expect(performance.now() - beganMs).toBeLessThan(15_000);
      const link = `/operations/webhooks/parked-keys/${String((await heldKey())?.['id'])}`;
      const href = expect.stringMatching(new RegExp(`${link}$`)) as unknown;
      expect(body).toMatchObject({ quiet: false });
      expect(body['waitingFor']).toContainEqual(
        expect.objectContaining({ what: 'parked', count: 1, example: expect.objectContaining({ href }) as unknown }),
      );
    });

    it('is told, and all that waited behind it, in order, once an operator replays the key', async () => {
      await database.query('DROP TRIGGER refuse ON webhooks.public_events');
      const replay = hrefOf(await heldKey(), 'replay');
      const { status, body } = await joined.operator.post(replay, {}, { idempotencyKey: randomUUID() });
      expect([status, body['outcome']]).toEqual([200, 'done']);
      const all = ['customer_funding_source_added', 'customer_microdeposits_added', 'customer_funding_source_verified'];
      await waitFor('its events', () => all.every((one) => subscriber.topicsOf(idOf(bank)).includes(one)));
      expect(subscriber.topicsOf(idOf(bank)).filter((topic) => all.includes(topic))).toEqual(all);
      expect(await heldKey()).toBeUndefined();
      expect((await client.get('/sandbox-quiet')).body).toMatchObject({ quiet: true });
    });
  });
