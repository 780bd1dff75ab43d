import { InMemoryEventStore } from '@halyard/event-store/testing';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { DataSource } from 'typeorm';
import { Diary, Process } from '../../test/diaries.js';
import { transfersService } from '../transfers.module.js';
import { PageWriter } from './page-writer.js';
import { StoredPages } from './pages.rows.js';

let service: TestService;
const sockets: Socket[] = [];
let proxy: Server;
let url: URL;
beforeAll(async () => {
  service = await startTestService(transfersService);
  const { options } = service.dataSource;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('it is on Postgres');
  url = new URL(options.url);
  const { hostname: host, port } = url;
  proxy = createServer((client) => {
    const server = connect({ host, port: Number(port) });
    for (const socket of [client, server]) sockets.push(socket.on('error', () => undefined));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  url.hostname = '127.0.0.1';
  url.port = `${address.port}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await service.stop();
});

it('goes on over another connection when one breaks without a word while a page is written', async () => {
  const store = new InMemoryEventStore();
  const diary = await Diary.in(service);
  const fast = diary.sql;
  diary.sql = `WITH slow AS MATERIALIZED (SELECT pg_sleep(60)) ${diary.written('slow, unnest($1::text[])')}`;
  const writer = new PageWriter(new StoredPages(new DataSource({ type: 'postgres', url: url.href })));
  const follower = new Process(service, store, [diary], { writer }).start();
  const id = newId();
  await store.append({
    stream: `page-${id}`,
    expected: 'no-stream',
    events: [{ id, type: 'Written', data: {} }],
  });
  await until('the page is being written', async () => {
    const running = await service.dataSource.query<unknown[]>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return running.length > 0;
  });
  diary.sql = fast;
  for (const socket of sockets) socket.destroy();
  expect(await follower.model.read(await store.head(), 50_000, () => diary.read(service))).toEqual([id]);
  expect(follower.failures.length).toBeGreaterThan(0);
  await follower.stop();
});
