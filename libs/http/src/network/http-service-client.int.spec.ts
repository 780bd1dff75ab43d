import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@halyard/core';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { prepareProbe, ProbeController, ProbeModule, probeOperation } from '../behaviour-service.js';
import { serviceClientBehaviour } from '../service-client.behaviour.js';
import { HttpServiceClient, type HttpServiceClientOptions } from './http-service-client.js';
import { PrincipalEnvelopes } from './principal-envelope.js';
import { ServiceFastifyAdapter } from './service-fastify.js';

class SystemClock extends Clock {
  override now = () => new Date();
  override system = () => new Date();
}

const key = randomBytes(32);
const newEnvelopes = () => new PrincipalEnvelopes(key, new SystemClock());
/** A port that nothing listens on: 1 is reserved, and no test may bind it. */
const NOBODY = 'http://127.0.0.1:1';

serviceClientBehaviour('HTTP', async ({ deadlineMs }) => {
  const adapter = new ServiceFastifyAdapter({ service: 'customers', envelopes: newEnvelopes() });
  const app = await NestFactory.create<NestFastifyApplication>(ProbeModule, adapter, {
    logger: false,
    bodyParser: false,
  });
  prepareProbe(app);
  await app.listen(0, '127.0.0.1');
  const addresses = { customers: [await app.getUrl()], webhooks: [NOBODY] };
  const client = new HttpServiceClient({ addresses, envelopes: newEnvelopes(), deadlineMs });
  return {
    client,
    probe: app.get(ProbeController),
    stop: async () => {
      await adapter.drain(deadlineMs);
      // What comes between the drain and the end of the socket is turned away too.
      const request = { method: 'GET', path: '/operation', operation: probeOperation() } as const;
      await expect(client.call('customers', request)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      await app.close();
    },
    close: async () => {
      await client.close();
      await app.close();
    },
  };
});

describe('a client of services that misbehave', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  const listen = async (listener: RequestListener): Promise<string> => {
    const server: Server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const clientOf = (customers: string[], options: Partial<HttpServiceClientOptions> = {}): HttpServiceClient => {
    const client = new HttpServiceClient({
      addresses: { customers },
      envelopes: newEnvelopes(),
      deadlineMs: 20_000,
      ...options,
    });
    ends.unshift(() => client.close());
    return client;
  };
  const get = { method: 'GET', path: '/', operation: probeOperation() } as const;
  const answer = JSON.stringify({ document: 'fact', fact: 1 });

  it('goes on to the next process when one cannot be reached', async () => {
    const client = clientOf([NOBODY, await listen((_, response) => response.end(answer)), NOBODY]);
    for (let call = 0; call < 6; call += 1) {
      expect((await client.call('customers', get)).body).toEqual({ document: 'fact', fact: 1 });
    }
  });

  it('goes round among the processes', async () => {
    const seen = [0, 0];
    const process = (index: 0 | 1) =>
      listen((_, response) => {
        seen[index] = (seen[index] ?? 0) + 1;
        response.end(answer);
      });
    const client = clientOf([await process(0), await process(1)]);
    for (let call = 0; call < 10; call += 1) await client.call('customers', get);
    expect(seen).toEqual([5, 5]);
  });

  it('never sends a request again that a process may have seen', async () => {
    let seen = 0;
    const dies: RequestListener = (request) => {
      seen += 1;
      request.socket.destroy();
    };
    const client = clientOf([await listen(dies), await listen(dies)]);
    const post = { ...get, method: 'POST', body: {} } as const;
    await expect(client.call('customers', post)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(seen).toBe(1);
  });

  it('turns calls away at once when too many wait', async () => {
    const held: (() => void)[] = [];
    const url = await listen((_, response) => held.push(() => response.end(answer)));
    const client = clientOf([url], { connectionsMax: 1, queueMax: 1 });

    const first = client.call('customers', get);
    const second = client.call('customers', get);
    await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });

    for (const call of [first, second]) {
      while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
      held.shift()?.();
      expect((await call).status).toBe(200);
    }
    const third = client.call('customers', get);
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    held.shift()?.();
    expect((await third).status).toBe(200);
  });

  it.each(['<html>Bad Gateway</html>', '{"error":"Bad Gateway"}', '[]', 'null'])(
    'ServiceUnavailable when %j answers',
    async (text) => {
      const client = clientOf([await listen((_, response) => response.writeHead(502).end(text))]);
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    },
  );

  it('RequestTimeout when an answer stops half way', async () => {
    const url = await listen((_, response) => response.write('{"document":'));
    const client = clientOf([url], { deadlineMs: 50 });
    await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'RequestTimeout' });
  });

  it('refuses a key that is too short', () => {
    expect(() => new PrincipalEnvelopes(randomBytes(31), new SystemClock())).toThrow('32 bytes');
  });
});
