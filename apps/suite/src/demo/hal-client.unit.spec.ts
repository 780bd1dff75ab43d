import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HalClient } from './hal-client.js';

describe('what a client creates', () => {
  let server: Server;
  let client: HalClient;
  /** What is answered in turn; the last of it from then on. */
  let statuses: number[];
  const keys: unknown[] = [];

  beforeEach(async () => {
    keys.length = 0;
    server = createServer(({ url, headers }, response) => {
      if (url === '/token') {
        response.end(JSON.stringify({ access_token: 'a', expires_in: 3_600 }));
        return;
      }
      keys.push(headers['idempotency-key']);
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500;
      response.writeHead(status, { location: '/customers/1' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = await HalClient.open({ baseUrl, authUrl: baseUrl, accountId: 'a', key: 'k', secret: 's' });
  });
  afterEach(async () => {
    await client.close();
    server.close();
  });

  it('is created once, under one key, however often there is too much to do', async () => {
    statuses = [503, 409, 201];
    expect(await client.create('/customers', {})).toBe('/customers/1');
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    await client.create('/customers', {});
    expect(new Set(keys).size).toBe(2);
    await client.create('/customers', {}, { idempotencyKey: 'mine' });
    expect(keys.at(-1)).toBe('mine');
  });

  it('is refused at once where it is wrong', async () => {
    statuses = [400];
    await expect(client.create('/customers', {})).rejects.toThrow('POST /customers: 400 {}');
    expect(keys).toHaveLength(1);
  });
});
