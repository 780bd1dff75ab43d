import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Load, LoadFigures } from '../bench/load/load.ts';
import { LoadGenerator } from '../bench/load/load-generator.ts';

interface Seen {
  readonly key: string;
  readonly body: { readonly from: string; readonly to: string };
}

const parties = ['a', 'b', 'c'].map((letter) => letter.repeat(8));

describe('a load', () => {
  let server: Server | undefined;
  const seen: Seen[] = [];

  async function serve(answer: RequestListener): Promise<string> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Seen['body'];
        seen.push({ key: String(request.headers['idempotency-key']), body });
        answer(request, response);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
    seen.length = 0;
  });

  async function run(origin: string, options: Partial<Load> = {}): Promise<LoadFigures> {
    const generator = await LoadGenerator.start({
      origin,
      connections: 4,
      expected: 201,
      requestsMax: 100,
      request: {
        method: 'POST',
        path: '/things',
        headers: { 'idempotency-key': '{key}' },
        body: JSON.stringify({ from: '{from}', to: '{to}' }),
        pools: { from: parties, to: parties },
      },
      ...options,
    });
    return generator.end();
  }

  it('is as many requests as were asked for, each with a key of its own and between two that differ', async () => {
    const origin = await serve((_, response) => response.writeHead(201, { 'content-length': 0 }).end());
    expect(await run(origin)).toMatchObject({ succeededInAll: 100, failures: {} });
    expect(new Set(seen.map(({ key }) => key)).size).toBe(100);
    expect(seen.filter(({ key, body: { from, to } }) => key.length !== 36 || from === to)).toEqual([]);
    expect(new Set(seen.map(({ body: { from } }) => from)).size).toBe(parties.length);
  });

  it('counts every answer that was not expected, and tells one', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(seen.length % 4 === 0 ? 500 : 201, { 'content-length': 4 }).end('busy');
    });
    const figures = await run(origin);
    expect(figures).toMatchObject({ succeededInAll: 75, failures: { 500: 25 } });
    expect(figures.failure).toMatch(/^HTTP\/1.1 500[^]*\r\n\r\nbusy$/);
  });

  it('counts what was turned away by itself, and sends on', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(seen.length === 4 ? 503 : 201, { 'content-length': 4 }).end('busy');
    });
    expect(await run(origin)).toMatchObject({ succeededInAll: 99, failures: {}, refused: { count: 1 } });
  });

  it('counts connections that were lost with a request on its way, and goes on over new ones', async () => {
    const origin = await serve((request, response) => {
      if (seen.length % 10 === 0) request.socket.destroy();
      else response.writeHead(201, { 'content-length': 0 }).end();
    });
    expect(await run(origin)).toMatchObject({ succeededInAll: 90, failures: { 'connection lost': 10 } });
  });

  it('reads answers that come in pieces', async () => {
    const body = 'x'.repeat(200_000);
    const origin = await serve((_, response) => response.writeHead(201, { 'content-length': body.length }).end(body));
    expect(await run(origin, { requestsMax: 8 })).toMatchObject({ succeededInAll: 8, failures: {} });
  });
});
