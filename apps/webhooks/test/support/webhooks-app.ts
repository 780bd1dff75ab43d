import { AccountClocks } from '@halyard/clocks';
import { commonMigrations } from '@halyard/service';
import type { INestApplication } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type {
  AnswerBody,
  ApplicationPrincipal,
  CloudEvent,
  ExchangeRoute,
  Method,
  Operation,
  Topic,
} from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { requestRoutes } from '@halyard/contracts/requests';
import { eventRoutes } from '@halyard/contracts/events';
import { Clock, newId, TimerScheduler } from '@halyard/core';
import { type HealthLook, OwnHealthLooks } from '@halyard/operators';
import type { ServiceAnswer } from '@halyard/http';
import { type Bytes, ErrorFilter, Health, InProcessHttpAdapter, InProcessServices, ServiceCalls } from '@halyard/http';
import { BodyPipe } from '@halyard/input';
import { Changes, IdempotencyRecords, KeyLookup } from '@halyard/changes';
import { Consumers, MessageBus } from '@halyard/messaging';
import type { Worker } from '@halyard/background';
import { DueWork } from '@halyard/background';
import { InMemoryBus } from '@halyard/messaging/testing';
import { SERVICE_NAME } from '@halyard/observability';
import { createLogger, LOGGER, Metrics } from '@halyard/observability';
import { openDatabase, PostgresSealer, Sealer, SystemClock } from '@halyard/persistence';
import { FakeServices, type TestDatabase, metricOf } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { WAIT_MS } from '@halyard/testing/patience';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { webhooksConfig } from '../../src/config.js';
import { DeliveryLimits } from '../../src/delivery/delivery-limits.js';
import { AttemptRecords } from '../../src/delivery/outcome/attempt-records.rows.js';
import { DeliveryQueue } from '../../src/delivery/queue/delivery-queue.rows.js';
import { DeliveryWorker } from '../../src/delivery/delivery-worker.js';
import type { OwnSender } from '../../src/event/own-sender.js';
import { StreamLimits } from '../../src/event/stream-events/stream-limits.js';
import { PublicEventsConsumer } from '../../src/event/record-events/public-events.consumer.js';
import { WebhooksModule, webhooksService } from '../../src/webhooks.module.js';

const KEYS = { masters: () => [Buffer.alloc(32, 1)], fingerprint: Buffer.alloc(32, 2) };

export const aTenant = (): ApplicationPrincipal => ({
  kind: 'application',
  applicationId: newId(),
  accountId: newId(),
  scopes: [],
  may: 'write',
});

const nothing = (): void => undefined;
/** For a process that delivers nothing. */
const NO_SENDER: OwnSender = { worker: undefined, accept: nothing, look: nothing };

export interface AppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<DeliveryLimits>;
  /** Without it nothing is delivered. */
  readonly worker?: boolean;
  readonly clock?: Clock;
  readonly streams?: Partial<StreamLimits>;
  /** The bus of another process, which then shares its topics and groups with this one. */
  readonly bus?: InMemoryBus;
}

interface ExchangeAsked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly stopping?: AbortSignal;
}

/** The webhooks service on its own database. Only the bus is replaced: the test hands in events. */
export class WebhooksApp {
  private constructor(
    readonly dataSource: DataSource,
    readonly clock: Clock,
    readonly dueWork: DueWork,
    /** Delivers events of other services: `tell` and await `settled`. */
    readonly bus: InMemoryBus,
    /** The other services: their answers, and the calls that they got. */
    readonly services: FakeServices,
    private readonly app: INestApplication,
    private readonly adapter: InProcessHttpAdapter,
    private readonly running: Worker | undefined,
  ) {}

  static async on(database: TestDatabase, options: AppOptions = {}): Promise<WebhooksApp> {
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    const dataSource = await openDatabase({
      service: 'webhooks',
      url: database.url,
      entities: webhooksService.entities,
      migrations: [...commonMigrations, ...webhooksService.migrations],
      poolSize: 5,
      logger,
    });
    const config = webhooksConfig({ WEBHOOK_ALLOW_LOOPBACK: 'true', ...options.env });
    const clock = options.clock ?? new SystemClock();
    const bus = new InMemoryBus(options.bus);
    const services = new FakeServices();
    const sealer = new PostgresSealer(dataSource, KEYS);
    const records = new IdempotencyRecords({ dataSource, sealer, clock, isDurable: false });
    const scheduler = new TimerScheduler();
    const dueWork = new DueWork({ dataSource, schema: 'public', clock, scheduler, log: logger });
    const onStep = (): Promise<void> => Promise.resolve();
    const clocks = new AccountClocks({ dataSource, schema: 'public', system: clock, log: logger, onStep });
    const given = [
      { provide: DataSource, useValue: dataSource },
      { provide: Changes, useValue: new Changes(dataSource, records) },
      { provide: KeyLookup, useValue: new KeyLookup({ dataSource, sealer, clock, effects: () => undefined }) },
      { provide: Clock, useValue: clock },
      { provide: AccountClocks, useValue: clocks },
      { provide: DueWork, useValue: dueWork },
      { provide: Sealer, useValue: sealer },
      { provide: LOGGER, useValue: logger },
      { provide: Health, useValue: new Health() },
      { provide: Metrics, useValue: new Metrics() },
      { provide: MessageBus, useValue: bus },
      { provide: ServiceCalls, useValue: new ServiceCalls(services, 'webhooks') },
      { provide: SERVICE_NAME, useValue: 'webhooks' },
    ];
    @Global()
    @Module({ providers: given, exports: given })
    class GivenModule {}

    const building = Test.createTestingModule({ imports: [GivenModule, WebhooksModule.with(config)] })
      .overrideProvider(DeliveryLimits)
      .useValue({ ...new DeliveryLimits(), ...options.limits });
    building.overrideProvider(StreamLimits).useValue({ ...new StreamLimits(), ...options.streams });
    if (options.worker === false) building.overrideProvider(DeliveryWorker).useValue(NO_SENDER);
    const adapter = new InProcessHttpAdapter();
    const app = (await building.compile()).createNestApplication(adapter, { logger: ['error'] });
    app.useGlobalPipes(new BodyPipe());
    app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter(), { log: logger }));
    await app.init();
    const running = options.worker === false ? undefined : dueWork.start();
    return new WebhooksApp(dataSource, clock, dueWork, bus, services, app, adapter, running);
  }

  /** See `metricOf`. */
  metric(series: string): Promise<number | undefined> {
    return metricOf(this.app.get(Metrics, { strict: false }), series);
  }

  get healthLooks(): readonly HealthLook[] {
    return this.app.get(OwnHealthLooks, { strict: false }).list();
  }

  get queue(): DeliveryQueue {
    return this.app.get(DeliveryQueue, { strict: false });
  }

  get consumer(): PublicEventsConsumer {
    const [runner] = this.app.get(Consumers, { strict: false }).runners;
    return runner?.definition as PublicEventsConsumer;
  }

  get records(): AttemptRecords {
    return this.app.get(AttemptRecords, { strict: false });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.running?.stop();
    await this.dataSource.destroy();
  }

  call(
    method: Method,
    path: string,
    principal: Operation['principal'],
    body?: unknown,
    query?: Record<string, string>,
  ): Promise<ServiceAnswer> {
    const operation = { id: newId(), requestId: newId(), principal, at: this.clock.system().toISOString() };
    return this.adapter.handle({ method, path, body, query, operation });
  }

  stream(principal: Operation['principal'], asked: ExchangeAsked = {}): Promise<ServiceAnswer | Bytes> {
    return this.exchange(eventRoutes.streamEvents, eventRoutes.streamEvents.path, principal, asked);
  }

  streamRequests(principal: Operation['principal'], asked: ExchangeAsked = {}): Promise<ServiceAnswer | Bytes> {
    return this.exchange(requestRoutes.streamRequests, requestRoutes.streamRequests.path, principal, asked);
  }

  pull(principal: Operation['principal'], id: string, asked: ExchangeAsked): Promise<ServiceAnswer> {
    const route = webhookRoutes.pullSubscriptionEvents;
    return this.exchange(route, route.path.replace(':id', id), principal, asked) as Promise<ServiceAnswer>;
  }

  private exchange(
    route: ExchangeRoute,
    path: string,
    principal: Operation['principal'],
    { headers = {}, query = {}, stopping = new AbortController().signal }: ExchangeAsked,
  ): Promise<ServiceAnswer | Bytes> {
    const operation = { id: newId(), requestId: newId(), principal, at: this.clock.system().toISOString() };
    const services = new InProcessServices({ deadlineMs: WAIT_MS });
    services.register('webhooks', this.adapter);
    const signal = new AbortController().signal;
    return services.exchange('webhooks', { route, path, headers, query, operation, signal, stopping });
  }

  /** @throws Error unless the answer is a document of the kind */
  async expect<Kind extends AnswerBody['type']>(
    kind: Kind,
    ...call: Parameters<WebhooksApp['call']>
  ): Promise<Extract<AnswerBody, { type: Kind }>> {
    const { body } = await this.call(...call);
    if (!isKind(body, kind)) throw new Error(`answered ${JSON.stringify(body)}`);
    return body;
  }

  async subscribe(tenant: ApplicationPrincipal, url: string, secret = 'sssh'): Promise<string> {
    return (await this.expect('created', 'POST', '/webhook-subscriptions', tenant, { url, secret })).resource.id;
  }

  /** Does the work that is due by the clock, and no more; for an app without a worker, which does nothing by itself. */
  async runDue(): Promise<void> {
    const due = 'SELECT 1 FROM due_work WHERE run_at <= $1';
    const isDue = async () => (await this.dataSource.query<unknown[]>(due, [this.clock.system()])).length > 0;
    if (!(await isDue())) return;
    const running = this.dueWork.start();
    await until('nothing is due', async () => !(await isDue()));
    await running.stop();
  }

  /** Like the bus, may bring events any number of times, at once or again. */
  async receive(topic: Topic, ...events: CloudEvent[]): Promise<void> {
    const [runner] = this.app.get(Consumers, { strict: false }).runners;
    await runner?.receive(
      events.map((content) => ({ content })),
      topic,
    );
  }

  /** Hands events to the consumer as the bus does, in one transaction. */
  async hear(...events: CloudEvent[]): Promise<void> {
    await this.dataSource.transaction((tx) => this.hearWithin(tx, ...events));
  }

  hearWithin(tx: EntityManager, ...events: CloudEvent[]): Promise<void> {
    return new PublicEventsConsumer(this.clock, NO_SENDER).handle(events, tx);
  }
}

const isKind = <Kind extends AnswerBody['type']>(
  body: AnswerBody,
  kind: Kind,
): body is Extract<AnswerBody, { type: Kind }> => body.type === kind;

/** A customer's creation: one public event, `customer_created`. */
export const customerCreated = (
  accountId: string,
  customerId = newId(),
  time = '2026-03-02T15:00:00.000Z',
): CloudEvent => ({
  specversion: '1.0',
  id: newId(),
  source: 'customers.events.v1',
  type: 'customers.customer-created.v1',
  subject: customerId,
  time,
  datacontenttype: 'application/json',
  accountid: accountId,
  partitionkey: customerId,
  sequence: 1,
  data: {
    customerId,
    fact: { partyId: customerId, accountId, kind: 'customer', type: 'unverified', status: 'unverified', version: 1 },
  },
});
