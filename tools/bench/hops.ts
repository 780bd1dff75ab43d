// The cost of each hop between services, embedded and distributed, all on this machine:
// node tools/bench/hops.ts [--seconds 5]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CloudEvent, FactAnswer, Operation, ServiceName, StoringService } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { type EventStore, eventStoreMigrations, openEventStoreDb, PostgresEventStore } from '@halyard/event-store';
import { HttpServiceClient, InProcessServices, PrincipalEnvelopes, type ServiceClient } from '@halyard/http';
import { startLocalKafka } from '@halyard/local-servers';
import { Changes, historyPublicColumns, IdempotencyRecords } from '@halyard/changes';
import { commonMigrations } from '@halyard/service';
import { type MessageBus, openKafkaBus, PostgresTailBus } from '@halyard/messaging';
import {
  BUS,
  type DatabaseRole,
  grantHistoryToBus,
  type Identities,
  loadIdentities,
  loadKeys,
  PostgresSealer,
  provisionServices,
  serviceUrl,
  SharedSession,
  SystemClock,
} from '@halyard/persistence';
import { endProgram, httpListener, inProcessListener, type ServiceListener } from '@halyard/service';
import { DataSource } from 'typeorm';
import { appendToOwnStreams, logger, measure, openPostgres, row } from './latency.ts';
import { machine } from './machine.ts';
import { runMsOr } from './options.ts';
import { timeOf, Times } from './times.ts';

const runMs = runMsOr(5);
const clock = new SystemClock();
const CALLERS = 64;
const EVENTS = 10_000;
const EVENTS_PER_COMMIT = 500;
const PINGS = 300;

const { url, dir, remove } = await openPostgres();
const keysIn = { dir: join(dir, 'keys'), env: {} };
const keys = loadKeys(keysIn);
const identitiesOf = (service: ServiceName): Identities => loadIdentities(service, keysIn);

console.log(machine());
await calls();
const urlOf = (role: DatabaseRole): string => serviceUrl(url, role, keys.rolePassword(role));
await provisionServices({ adminUrl: url, services: ['customers', 'transfers'], passwordOf: keys.rolePassword });
const [customers, transfers] = [await openSchema('customers'), await openSchema('transfers')];
const sealer = new PostgresSealer(customers, keys);
const records = new IdempotencyRecords({ dataSource: customers, sealer, clock, isDurable: false });
const changes = new Changes(customers, records);
await appends();
await events();
await sealer.close();
await Promise.all([customers.destroy(), transfers.destroy()]);
await remove();

/** A call between services that is answered at once. */
async function calls(): Promise<void> {
  const services = new InProcessServices({ deadlineMs: 5_000 });
  const inProcess = await serve(inProcessListener('transfers', services));
  await callRows('in process', services);
  await inProcess.close();

  const envelopesOf = (service: ServiceName) => new PrincipalEnvelopes(identitiesOf(service), clock);
  const envelopes = envelopesOf('transfers');
  const overHttp = await serve(httpListener({ service: 'transfers', envelopes, host: '127.0.0.1', port: 0 }));
  const client = new HttpServiceClient({
    addresses: { transfers: [await overHttp.getUrl()] },
    envelopes: envelopesOf('gateway'),
    deadlineMs: 5_000,
    log: logger,
  });
  await callRows('over HTTP, both ends in one process', client);
  await client.close();
  await overHttp.close();
}

/** An application of one route. The decorators are called, since Node runs this file without a compiler. */
async function serve(listener: ServiceListener): Promise<INestApplication> {
  class Things {
    get(): FactAnswer {
      return { type: 'fact', fact: { here: true } };
    }
  }
  Get('thing')(Things.prototype, 'get', Object.getOwnPropertyDescriptor(Things.prototype, 'get') ?? {});
  Controller('internal')(Things);
  class Root {}
  Module({ controllers: [Things] })(Root);
  const app = await NestFactory.create(Root, listener.adapter, { logger: false, bodyParser: false });
  await listener.open(app, logger, undefined);
  return app;
}

async function callRows(name: string, client: ServiceClient): Promise<void> {
  const operation: Operation = {
    id: newId(),
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: clock.system().toISOString(),
  };
  const request = { method: 'GET', path: '/internal/thing', operation } as const;
  const work = async (): Promise<void> => {
    const { status } = await client.call('transfers', request);
    if (status !== 200) throw new Error(`a call was answered by ${status}`);
  };
  for (const callers of [CALLERS, 1])
    console.log(row(`call ${name}, ${callers} at a time`, await measure(work, callers, runMs)));
}

async function openSchema(service: StoringService): Promise<DataSource> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url: urlOf(service),
    migrations: [...commonMigrations, ...eventStoreMigrations],
  }).initialize();
  await dataSource.runMigrations();
  await grantHistoryToBus(dataSource, historyPublicColumns);
  return dataSource;
}

async function appends(): Promise<void> {
  await appendRow('to Postgres', new PostgresEventStore(urlOf('transfers')));
  const program = join(import.meta.dirname, '../../libs/testing/dist/eventstore-double/main.js');
  const double = fork(program, [], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (!double.stdout) throw new Error('the double says nothing');
  const [said] = (await once(double.stdout, 'data')) as [Buffer];
  const [connectionString = ''] = /esdb:\S+/.exec(said.toString()) ?? [];
  await appendRow('over gRPC to the double (no disk)', await openEventStoreDb(connectionString));
  double.kill();
}

/** Appends one event to each caller's own stream. */
async function appendRow(name: string, store: EventStore): Promise<void> {
  const figures = await measure(appendToOwnStreams(store, CALLERS), CALLERS, runMs);
  console.log(row(`append ${name}, ${CALLERS} at a time`, figures));
  await store.close();
}

async function events(): Promise<void> {
  const reader = new SharedSession(urlOf(BUS), 'halyard-bench');
  const tail = (dataSource: DataSource) => new PostgresTailBus({ reader, dataSource, log: logger });
  await eventRow('by tailing Postgres', tail(customers), tail(transfers));
  const kafka = await startLocalKafka({ dataDir: join(dir, 'kafka'), logger });
  const settings = { brokers: [kafka.brokers], topicPrefix: '', partitions: 6, replication: 1 };
  const bus = (service: ServiceName, dataSource: DataSource) =>
    openKafkaBus({
      ...{ service, dataSource, settings, epoch: 0, onEpochOver: endProgram },
      ...{ identities: identitiesOf(service), log: logger },
    });
  await eventRow('through Kafka', await bus('customers', customers), await bus('transfers', transfers));
  await kafka.stop();
}

/** From the commit of a change in one service to its handling in another. */
async function eventRow(name: string, told: MessageBus, heard: MessageBus): Promise<void> {
  const waiting = new Map<string, () => void>();
  let count = 0;
  await told.publish('customers');
  await heard.consume({
    group: `transfers.bench-${newId()}`,
    topics: ['customers.events.v1'],
    onBatch: (messages) => {
      count += messages.length;
      for (const { content } of messages) waiting.get((content as CloudEvent).partitionkey)?.();
      return Promise.resolve();
    },
  });
  const times = new Times();
  for (let ping = 0; ping < PINGS; ping += 1) {
    const key = newId();
    const arrived = new Promise<void>((resolve) => waiting.set(key, resolve));
    await tell([key]);
    times.add(await timeOf(() => arrived));
  }
  const before = count;
  const ms = await timeOf(async () => {
    for (let at = 0; at < EVENTS; at += EVENTS_PER_COMMIT) await tell(Array.from({ length: EVENTS_PER_COMMIT }, newId));
    while (count < before + EVENTS) await nextTurn();
  });
  const figures = { ...times.latency, perSecond: Math.round((EVENTS / ms) * 1_000) };
  console.log(`${row(`event ${name}`, figures)}   (writing included in the rate)`);
  await Promise.all([told.close(), heard.close()]);
}

async function tell(keysOfChanges: readonly string[]): Promise<void> {
  await customers.transaction(async (tx) => {
    const change = changes.within(tx);
    for (const key of keysOfChanges) {
      await change.record({ key, accountId: key, type: 'customers.bench.v1', data: { key }, at: clock.system() });
    }
  });
}
