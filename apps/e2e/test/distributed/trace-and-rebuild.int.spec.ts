// Runs: distributed
import type { HalBody, HalClient } from '@halyard/suite/client';
import { until } from '@halyard/suite/until';
import { type CollectedSpan, TraceCollector } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SuiteProcess } from '../../src/suite-process.js';
import { embedded, fundedHolder, hrefOf, idOf, newHolder, transferOf } from '../support/journeys.js';
import { type Delivery, Subscriber } from '../support/subscriber.js';

/** As docs/data.md has them, by read model. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'transfers: transfers': ['transfers.transfers', 'transfers.party_transfers'],
  'transfers: ledger': ['transfers.ledger_balances', 'transfers.ledger_payments', 'transfers.ledger_totals'],
  'transfers: unfinished-payments': ['transfers.unfinished_payments'],
  'transfers: statistics': ['transfers.daily_statistics'],
  'transfers: party-facts': ['transfers.facts'],
  'transfers: funding-source-facts': ['transfers.facts'],
  'funding-sources: party-facts': ['funding_sources.facts'],
  'webhooks: public-events': ['webhooks.public_events'],
};

/** Services may call what they rebuild by the same name. */
const nameOf = (model: HalBody): string =>
  `${hrefOf(model, 'rebuild').split('/operations/')[1]?.split('/')[0] ?? ''}: ${String(model['name'])}`;

/** Nothing may be under way just then. */
const mayBeEmpty = ['transfers: ledger', 'transfers: unfinished-payments'];

/** Two of each service that nobody else uses: what they do stands in one trace, and their tables stand still. */
describe('a suite of its own', () => {
  let collector: TraceCollector;
  let suite: SuiteProcess;
  let client: HalClient;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    suite = await SuiteProcess.prepare(settings, { replicas: 2, onEventStoreDb: false });
    client = await suite.start();
  }, 300_000);

  afterAll(async () => {
    await client.close();
    await suite.remove();
    await collector.close();
  }, 300_000);

  describe('shows a trace of POST /transfers, which', () => {
    const traceId = randomBytes(16).toString('hex');
    const callerId = randomBytes(8).toString('hex');
    let subscriber: Subscriber;
    let webhooks: readonly Delivery[];
    let spans: readonly CollectedSpan[];

    beforeAll(async () => {
      subscriber = await Subscriber.listen();
      await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
      const [from, to] = [await fundedHolder(client, '10.00'), await newHolder(client)];
      // Nothing else is under way by then that could come over the bus in one batch with the transfer.
      await heard(({ topic }) => topic === 'customer_bank_transfer_completed', 1);

      const headers = { traceparent: `00-${traceId}-${callerId}-01` };
      const transfer = await client.create('/transfers', transferOf(from.balance, to.balance, '1.00'), { headers });
      // Created and completed, to the sender and to the receiver.
      webhooks = await heard(({ resourceId }) => resourceId === idOf(transfer), 4);
      spans = await collected();
    }, 300_000);

    afterAll(() => subscriber.close());

    const heard = (wanted: (delivery: Delivery) => boolean, count: number): Promise<Delivery[]> =>
      until('webhooks', () => {
        const deliveries = subscriber.deliveries.filter(wanted);
        return deliveries.length >= count ? deliveries : undefined;
      });

    /** Each process sends its spans in its own time, the inner ones often before the outer ones. */
    const collected = (): Promise<CollectedSpan[]> =>
      until('the spans of all that took part', () => {
        const known = collector.spansOf(traceId);
        const services = new Set(known.map(serviceOf));
        const tookPart = ['gateway', 'transfers', 'webhooks'].every((service) => services.has(service));
        const isWhole = known.every((span) => span.parentSpanId === callerId || parentOf(span, known));
        const isAttempted = known.filter(isAttempt).length >= webhooks.length;
        // Another process may have recorded the events than the one that sends them.
        const isRecorded = known.some(({ name }) => name === 'consume public-events');
        return tookPart && isWhole && isRecorded && isAttempted ? known : undefined;
      });

    const serviceOf = ({ resource }: CollectedSpan): string => String(resource['service.name']);
    const isAttempt = ({ name }: CollectedSpan): boolean => name === 'attempt webhook';
    const parentOf = (span: CollectedSpan, among: readonly CollectedSpan[]): CollectedSpan | undefined =>
      among.find(({ spanId }) => spanId === span.parentSpanId);
    const labelOf = (span: CollectedSpan): string => `${serviceOf(span)}: ${span.name}`;

    it('is one tree below the caller, over the call to transfers and over the bus to the webhooks', () => {
      const edges = spans.map((span) => {
        const parent = parentOf(span, spans);
        return `${labelOf(span)} < ${parent ? labelOf(parent) : 'caller'}`;
      });
      expect(edges).toEqual(
        expect.arrayContaining([
          'gateway: POST transfers < gateway: POST /transfers',
          'transfers: POST /transfers < gateway: POST transfers',
          'webhooks: consume public-events < gateway: POST transfers',
          'webhooks: attempt webhook < gateway: POST transfers',
        ]),
      );
      expect(edges.filter((edge) => edge.endsWith('< caller'))).toEqual(['gateway: POST /transfers < caller']);
    });

    it('has the attempt of each webhook', () => {
      const attempted = spans.filter(isAttempt).map(({ attributes }) => attributes['webhook.event.id']);
      expect(new Set(attempted)).toEqual(new Set(webhooks.map(({ id }) => id)));
    });

    it('comes from the processes of the services that took part', async () => {
      const running = (await suite.processes()).map(({ service, pid }) => `${service} ${pid}`);
      const traced = new Set(spans.map((span) => `${serviceOf(span)} ${span.resource['process.pid']}`));
      expect(running).toEqual(expect.arrayContaining([...traced]));
    });
  });

  describe('has read models that are dropped and built again:', () => {
    let database: Client;

    beforeAll(async () => {
      database = new Client({ connectionString: await suite.postgresUrl() });
      await database.connect();
      const holders = await Promise.all(Array.from({ length: 8 }, () => fundedHolder(client, '20.00')));
      const idle = await newHolder(client);
      for (const { balance, bank } of holders) {
        await client.create('/transfers', transferOf(balance, idle.balance, '1.00'));
        await client.create('/transfers', transferOf(balance, bank, '2.00'));
      }
      await client.post('/sandbox-simulations');
      await client.post(idle.bank, { removed: true });
      await client.post(holders[0]?.customer ?? '', { status: 'suspended' });
    }, 300_000);

    afterAll(() => database.end());

    const readModels = async (): Promise<readonly HalBody[]> => {
      const lists = ['transfers', 'funding-sources', 'webhooks'].map(async (service) => {
        const { body } = await client.get(`/operations/${service}/read-models`);
        return embedded(body, 'read-models');
      });
      return (await Promise.all(lists)).flat();
    };
    const allCurrent = (): Promise<readonly HalBody[]> =>
      until(
        'every read model to be current',
        async () => {
          const models = await readModels();
          return models.length > 0 && models.every(({ lag }) => lag === 0) ? models : undefined;
        },
        60_000,
      );
    const contentOf = async (table: string): Promise<unknown[]> => {
      const { rows } = await database.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`,
      );
      return rows.map(({ row }) => JSON.parse(row) as unknown);
    };

    const contentsOf = async (tables: readonly string[]): Promise<unknown[][]> => {
      const contents: unknown[][] = [];
      for (const table of tables) contents.push(await contentOf(table));
      return contents;
    };

    it('each of them is offered', async () => {
      expect((await allCurrent()).map(nameOf).toSorted()).toEqual(Object.keys(tablesOf).toSorted());
    }, 300_000);

    it.each(Object.entries(tablesOf))(
      '%s has the same content as before',
      async (name, tables) => {
        const model = (await allCurrent()).find((one) => nameOf(one) === name);
        const before = await contentsOf(tables);
        expect(before.every((rows) => rows.length > 0) || mayBeEmpty.includes(name)).toBe(true);
        const { status } = await client.post(hrefOf(model, 'rebuild'), {}, { idempotencyKey: randomUUID() });
        expect(status).toBe(202);
        await until('its content', async () => {
          expect(await contentsOf(tables)).toEqual(before);
          return true;
        });
        await allCurrent();
        expect(await contentsOf(tables)).toEqual(before);
      },
      300_000,
    );
  });
});
