import { InMemoryEventStore } from '@halyard/event-store/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Module, Optional } from '@nestjs/common';
import type { FactAnswer, Operation, ServiceName } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { EventStore, eventStoreMigrations } from '@halyard/event-store';
import {
  Health,
  HttpServiceClient,
  InProcessServices,
  PrincipalEnvelopes,
  ServiceCalls,
  ServiceClient,
} from '@halyard/http';
import { Changes } from '@halyard/changes';
import { InMemoryBus } from '@halyard/messaging/testing';
import { MessageBus } from '@halyard/messaging';
import { SERVICE_NAME } from '@halyard/observability';
import { createLogger, LOGGER, Metrics } from '@halyard/observability';
import { KeysError, provisionServices, Sealer, serviceUrl, SystemClock } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { testIdentities } from '@halyard/testing/identities';
import { until } from '@halyard/testing/waiting';
import { WAIT_MS } from '@halyard/testing/patience';
import { DataSource } from 'typeorm';
import { httpListener, inProcessListener } from './listeners.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceHost, ServiceListener } from './service-host.js';
import { startService } from './start-service.js';

const ports = [
  DataSource,
  Changes,
  MessageBus,
  ServiceClient,
  ServiceCalls,
  Sealer,
  Clock,
  LOGGER,
  SERVICE_NAME,
  Metrics,
  Health,
] as const;

const fact = <Fact>(value: Fact): FactAnswer<Fact> => ({ type: 'fact', fact: value });

@Controller()
class ProbeController {
  onSlow: () => void = () => undefined;
  release: () => void = () => undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Optional() private readonly eventStore?: EventStore,
  ) {}

  @Get('/schema')
  async schema(): Promise<FactAnswer> {
    const [row] = await this.dataSource.query<{ schema: string }[]>('SELECT current_schema() AS schema');
    return fact({ ...row, streams: this.eventStore !== undefined });
  }

  @Get('/lost')
  lost(): void {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  }

  @Get('/slow')
  async slow(): Promise<FactAnswer<string>> {
    await new Promise<void>((resolve) => {
      this.release = resolve;
      this.onSlow();
    });
    return fact('at last');
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

const definition: ServiceDefinition = {
  name: 'funding-sources',
  config: () => ({}),
  module: () => ProbeModule,
  entities: [],
  migrations: [],
};

describe('startService', () => {
  let database: TestDatabase;
  let inProcess: InProcessServices;

  beforeAll(async () => {
    database = await createTestDatabase();
    await provisionServices({ adminUrl: database.url, services: [definition.name], passwordOf: () => 'test' });
  });
  afterAll(() => database.drop());

  const hostWith = (overrides: Partial<ServiceHost> = {}): ServiceHost => {
    inProcess = new InProcessServices({ deadlineMs: WAIT_MS });
    return {
      env: {},
      keys: { masters: () => [Buffer.alloc(32, 1)], fingerprint: Buffer.alloc(32, 2) },
      clock: new SystemClock(),
      loggerOf: (service) => createLogger({ service, level: 'silent' }),
      metrics: new Metrics(),
      serviceClient: inProcess,
      poolSize: 3,
      drainTimeoutMs: WAIT_MS,
      databaseUrlOf: (service) => serviceUrl(database.url, service, 'test'),
      openBus: () => new InMemoryBus(),
      eventStoreOf: () => undefined,
      listenerOf: (service) => inProcessListener(service, inProcess),
      ...overrides,
    };
  };
  const operation = (): Operation => ({
    id: newId(),
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: '2026-03-02T18:00:00.000Z',
  });
  const get = (client: ServiceClient, path: string) =>
    client.call(definition.name, { method: 'GET', path, operation: operation() });

  const connections = async (): Promise<number> => {
    const admin = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    try {
      const [row] = await admin.query<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      return row?.count ?? -1;
    } finally {
      await admin.destroy();
    }
  };
  const untilNoConnections = (): Promise<void> =>
    until('no connection is open', async () => (await connections()) === 0);

  it('runs a service on its own schema, with every port in reach', async () => {
    const metrics = new Metrics();
    const service = await startService(definition, hostWith({ metrics }));
    expect((await get(inProcess, '/schema')).body).toEqual(fact({ schema: 'funding_sources', streams: false }));
    expect(await metrics.registry.metrics()).toContain('halyard_outbox_age_seconds{service="funding-sources"} 0');
    for (const port of ports) expect(service.app.get<unknown>(port)).toBeDefined();
    expect(await service.health.readiness()).toEqual({ ready: true, checks: { database: 'up', keys: 'up' } });
    await service.stop();
  });

  it('gives streams, and their tables, to a service that has them', async () => {
    const open = () => new InMemoryEventStore();
    const eventStoreOf = () => ({ migrations: eventStoreMigrations, open });
    const service = await startService(definition, hostWith({ eventStoreOf }));
    expect((await get(inProcess, '/schema')).body).toMatchObject({ fact: { streams: true } });
    await expect(service.app.get(DataSource).query('SELECT 1 FROM events LIMIT 0')).resolves.toEqual([]);
    await service.stop();
  });

  it('answers over HTTP as it does within the process', async () => {
    const clock = new SystemClock();
    const newEnvelopes = (of: ServiceName) => new PrincipalEnvelopes(testIdentities(of), clock);
    let url = '';
    const listenerOf = (service: typeof definition.name): ServiceListener => {
      const listener = httpListener({ service, envelopes: newEnvelopes(service), host: '127.0.0.1', port: 0 });
      return {
        ...listener,
        open: async (app, logger, idempotency) => {
          await listener.open(app, logger, idempotency);
          url = await app.getUrl();
        },
      };
    };
    const service = await startService(definition, hostWith({ listenerOf }));
    const client = new HttpServiceClient({
      addresses: { [definition.name]: [url] },
      envelopes: newEnvelopes('gateway'),
      deadlineMs: WAIT_MS,
      retryForMs: 100,
      log: { warn: () => undefined },
    });
    expect((await get(client, '/schema')).body).toMatchObject({ fact: { schema: 'funding_sources' } });
    expect(await get(client, '/lost')).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable' } });
    await service.stop();
    await expect(get(client, '/schema')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    await client.close();
  });

  it('answers 503 while the database is away', async () => {
    const service = await startService(definition, hostWith());
    expect(await get(inProcess, '/lost')).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable' } });
    await service.stop();
  });

  it('neither starts nor is ready where data keys are wrapped by a master key that it does not have', async () => {
    const fingerprint = Buffer.alloc(32, 2);
    let masters = [Buffer.alloc(32, 1)];
    const service = await startService(definition, hostWith({ keys: { masters: () => masters, fingerprint } }));
    await service.app.get(Sealer).seal('subject', 'context', 'by the right key');
    masters = [Buffer.alloc(32, 3)];
    const start = startService(definition, hostWith({ keys: { masters: () => masters, fingerprint } }));
    await expect(start).rejects.toThrow(KeysError);
    // The state after a key was replaced without giving it to this process.
    await service.app.get(DataSource).query(`INSERT INTO master_keys (id) VALUES ('another')`);
    expect(await service.health.readiness()).toEqual({ ready: false, checks: { database: 'up', keys: 'down' } });
    await service.app.get(DataSource).query('TRUNCATE master_keys, data_keys');
    await service.stop();
    await untilNoConnections();
  });

  it('stops: first not ready, then what is in flight answered, then nothing left open', async () => {
    const service = await startService(definition, hostWith());
    await service.app.get(Sealer).seal('subject', 'context', 'a connection of its own');
    const probe = service.app.get(ProbeController);
    const begun = new Promise<void>((resolve) => {
      probe.onSlow = resolve;
    });
    const slow = get(inProcess, '/slow');
    await begun;

    const stopped = service.stop();
    expect((await service.health.readiness()).ready).toBe(false);
    await expect(get(inProcess, '/schema')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    probe.release();
    expect((await slow).body).toEqual(fact('at last'));
    await stopped;
    await service.stop();
    await untilNoConnections();
  });

  it('stops within its time when a request never ends', async () => {
    const service = await startService(definition, hostWith({ drainTimeoutMs: 1 }));
    const probe = service.app.get(ProbeController);
    const begun = new Promise<void>((resolve) => {
      probe.onSlow = resolve;
    });
    const slow = get(inProcess, '/slow');
    await begun;
    await service.stop();
    probe.release();
    await slow;
  });

  it('leaves nothing open when it cannot start', async () => {
    const failing = (service: typeof definition.name): ServiceListener => ({
      ...inProcessListener(service, inProcess),
      open: () => Promise.reject(new Error('port taken')),
    });
    await expect(startService(definition, hostWith({ listenerOf: failing }))).rejects.toThrow('port taken');
    await untilNoConnections();
  });

  it('opens nothing when the environment is wrong', async () => {
    const config = () => {
      throw new Error('SANDBOX must be true or false');
    };
    const databaseUrlOf = () => {
      throw new Error('the database was asked for');
    };
    await expect(startService({ ...definition, config }, hostWith({ databaseUrlOf }))).rejects.toThrow('SANDBOX');
  });
});
