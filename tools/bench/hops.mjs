// The cost of each hop between services, embedded and distributed, all on this machine:
// node tools/bench/hops.mjs [--seconds 5]
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { newId } from '@halyard/core';
import { eventStoreMigrations, openEventStoreDb, PostgresEventStore } from '@halyard/event-store';
import { HttpServiceClient, InProcessServices, PrincipalEnvelopes } from '@halyard/http';
import {
  historyPublicColumns,
  messagingMigrations,
  openKafkaBus,
  PostgresChanges,
  PostgresTailBus,
} from '@halyard/messaging';
import { startLocalKafka } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import {
  BUS,
  grantHistoryToBus,
  loadIdentities,
  provisionServices,
  serviceUrl,
  startEmbeddedPostgres,
  SystemClock,
} from '@halyard/persistence';
import { httpListener, inProcessListener } from '@halyard/service';
import { DataSource } from 'typeorm';
import { measure, row } from './latency.ts';
import { machine } from './machine.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } }, strict: false });
const runMs = Number(values.seconds) * 1_000;
const logger = createLogger({ service: 'bench', level: 'error' });
const clock = new SystemClock();
const CALLERS = 64;
const EVENTS = 10_000;
const PINGS = 300;

const keysDir = await mkdtemp(join(tmpdir(), 'halyard-bench-keys-'));
const identitiesOf = (service) => loadIdentities(service, { dir: keysDir, env: {} });

console.log(machine());
await calls();
await onPostgres(async (database) => {
  await appends(database);
  await events(database);
});
await rm(keysDir, { recursive: true });
process.exit(0);

/** A call between services that is answered at once. */
async function calls() {
  class Things {
    get() {
      return { document: 'fact', fact: { here: true } };
    }
  }
  Get('thing')(Things.prototype, 'get', Object.getOwnPropertyDescriptor(Things.prototype, 'get'));
  Controller('internal')(Things);
  class Root {}
  Module({ controllers: [Things] })(Root);
  const serve = async (listener) => {
    const app = await NestFactory.create(Root, listener.adapter, { logger: false, bodyParser: false });
    await listener.open(app, logger);
    return app;
  };
  const run = async (name, client) => {
    const operation = { id: newId(), requestId: newId(), principal: { kind: 'service', service: 'gateway' } };
    const request = { method: 'GET', path: '/internal/thing', operation };
    const work = async () => (await client.call('transfers', request)).status === 200;
    console.log(
      row(`call ${name}, ${CALLERS} callers`, await measure(work, { callers: CALLERS, warmUpMs: 1_000, runMs })),
    );
    console.log(row(`call ${name}, 1 caller`, await measure(work, { callers: 1, warmUpMs: 1_000, runMs })));
  };

  const services = new InProcessServices({ deadlineMs: 5_000 });
  const inProcess = await serve(inProcessListener('transfers', services));
  await run('in process', services);
  await inProcess.close();

  const envelopesOf = (service) => new PrincipalEnvelopes(identitiesOf(service), clock);
  const envelopes = envelopesOf('transfers');
  const overHttp = await serve(httpListener({ service: 'transfers', envelopes, host: '127.0.0.1', port: 0 }));
  const client = new HttpServiceClient({
    addresses: { transfers: [await overHttp.getUrl()] },
    envelopes: envelopesOf('gateway'),
    deadlineMs: 5_000,
    log: logger,
  });
  await run('over HTTP, both ends in one process', client);
  await client.close();
  await overHttp.close();
}

async function onPostgres(work) {
  const dir = await mkdtemp(join(tmpdir(), 'halyard-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), logger });
  const passwordOf = () => 'not-a-secret';
  const services = ['customers', 'transfers'];
  await provisionServices({ adminUrl: server.url, services, passwordOf });
  const urlOf = (role) => serviceUrl(server.url, role, 'not-a-secret');
  const dataSources = {};
  for (const service of services) {
    const dataSource = new DataSource({
      type: 'postgres',
      url: urlOf(service),
      migrations: [...messagingMigrations, ...eventStoreMigrations],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    await grantHistoryToBus(dataSource, historyPublicColumns);
    dataSources[service] = dataSource;
  }
  await work({ dir, dataSources, urlOf });
  for (const dataSource of Object.values(dataSources)) await dataSource.destroy();
  await server.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** Appends one event to each caller's own stream. */
async function appends({ urlOf }) {
  const run = async (name, store) => {
    const append = async (stream, state) => {
      const expected = state.revision ?? 'no-stream';
      const event = { id: newId(), type: 'HoldPlaced', data: { holdId: randomUUID(), minor: '100' } };
      state.revision = (await store.append({ stream, expected, events: [event] })).revision;
      return true;
    };
    const streams = Array.from({ length: CALLERS }, () => ({ name: `bench-${newId()}`, busy: false }));
    const work = async () => {
      const stream = streams.find(({ busy }) => !busy) ?? streams[0];
      stream.busy = true;
      await append(stream.name, stream);
      stream.busy = false;
      return true;
    };
    console.log(
      row(`append ${name}, ${CALLERS} callers`, await measure(work, { callers: CALLERS, warmUpMs: 1_000, runMs })),
    );
    await store.close();
  };
  await run('to Postgres', new PostgresEventStore(urlOf('transfers')));
  const double = fork(join(import.meta.dirname, '../../libs/testing/dist/eventstore-double/main.js'), [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = await new Promise((resolve) =>
    double.stdout.once('data', (data) => resolve(String(data).split('\n'))),
  );
  await run('over gRPC to the double (no disk)', await openEventStoreDb(line.slice(line.indexOf('esdb://'))));
  double.kill();
}

/** From the commit of a change in one service to its handling in another. */
async function events({ dir, dataSources: { customers, transfers }, urlOf }) {
  const changes = new PostgresChanges(customers);
  const tell = (keys) =>
    customers.transaction(async (tx) => {
      const change = changes.within(tx);
      for (const key of keys) {
        await change.record({ key, accountId: key, type: 'customers.bench.v1', data: { key }, at: clock.system() });
      }
    });
  const run = async (name, told, heard) => {
    const waiting = new Map();
    let count = 0;
    const onBatch = async (messages) => {
      count += messages.length;
      for (const { content } of messages) waiting.get(content.partitionkey)?.();
    };
    const group = `transfers.bench-${newId()}`;
    await told.publish('customers');
    await heard.consume({ group, topics: ['customers.events.v1'], onBatch });
    const histogram = createHistogram();
    for (let ping = 0; ping < PINGS; ping += 1) {
      const key = newId();
      const arrived = new Promise((resolve) => waiting.set(key, resolve));
      await tell([key]);
      const committed = performance.now();
      await arrived;
      histogram.record(Math.max(1, Math.round((performance.now() - committed) * 1_000)));
    }
    const before = count;
    const began = performance.now();
    for (let at = 0; at < EVENTS; at += 500) await tell(Array.from({ length: 500 }, newId));
    while (count < before + EVENTS) await new Promise((resolve) => setImmediate(resolve));
    const perSecond = Math.round((EVENTS / (performance.now() - began)) * 1_000);
    const ms = (percentile) => (histogram.percentile(percentile) / 1_000).toFixed(1);
    console.log(
      `${`event ${name}`.padEnd(58)} ${String(perSecond).padStart(8)}/s   p50 ${ms(50)} ms   p95 ${ms(95)} ms   p99 ${ms(99)} ms   (writing included in the rate)`,
    );
    await Promise.all([told.close(), heard.close()]);
  };
  const tail = (dataSource) => new PostgresTailBus({ readerUrl: urlOf(BUS), dataSource, log: logger });
  await run('by tailing Postgres', tail(customers), tail(transfers));
  const kafka = await startLocalKafka({ dataDir: join(dir, 'kafka'), logger });
  const settings = { brokers: [kafka.brokers], topicPrefix: '', partitions: 6, replication: 1 };
  const bus = (service, dataSource) =>
    openKafkaBus({ service, dataSource, settings, identities: identitiesOf(service), log: logger });
  await run('through Kafka', await bus('customers', customers), await bus('transfers', transfers));
  await kafka.stop();
}
