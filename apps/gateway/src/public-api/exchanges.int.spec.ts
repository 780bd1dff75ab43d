import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { ExchangeRoute } from '@halyard/contracts';
import { InProcessHttpAdapter, InProcessServices } from '@halyard/http';
import { ExchangeProbeController, ProbeModule, prepareProbe, probeRoutes, Source } from '@halyard/http/behaviour';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WAIT_MS } from '@halyard/testing/patience';
import { FakeServices, testClock } from '../../test/fakes.js';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const MIB = 1_024 * 1_024;
const LARGE = 100 * MIB;
/** What may be on its way: the buffers of streams and of sockets. */
const ON_ITS_WAY = 24 * MIB;
const HAL = 'application/vnd.service.v1.hal+json';
const png = { 'content-type': 'image/png' };

const routes = Object.values<ExchangeRoute>(probeRoutes);

describe('routes whose kind is not plain', () => {
  const services = new FakeServices();
  let gateway: GatewayFixture;
  let app: INestApplication;
  let owner: ExchangeProbeController;

  beforeAll(async () => {
    const adapter = new InProcessHttpAdapter();
    app = await NestFactory.create(ProbeModule, adapter, { logger: false });
    prepareProbe(app);
    await app.init();
    const inProcess = new InProcessServices({ deadlineMs: WAIT_MS });
    inProcess.register('customers', adapter);
    services.respondBytes = (service, request) => inProcess.exchange(service, request);
    owner = app.get(ExchangeProbeController);
    gateway = await start();
  });
  afterAll(async () => {
    await gateway.stop();
    await app.close();
  });
  beforeEach(() => {
    owner.committed = [];
    owner.failures = [];
    owner.taken = 0;
  });

  const start = () => GatewayFixture.start({}, services, testClock(), routes);

  const begin = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}, to = gateway) => {
    const authorization = `Bearer ${await services.token()}`;
    const outgoing = httpRequest(to.addresses.baseUrl + path, {
      method,
      agent: false,
      headers: { authorization, ...headers },
    });
    const answered = (async () => {
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      return incoming;
    })();
    answered.catch(() => undefined);
    return { outgoing, answered };
  };
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}, to = gateway) => {
    const { outgoing, answered } = await begin('GET', path, headers, to);
    outgoing.end();
    return answered;
  };

  it('has no more listeners for the end of an answer than Node takes for a leak', async () => {
    let most = 0;
    const count = (message: unknown): void => {
      const { response } = message as { readonly response: ServerResponse };
      response.on('newListener', () => (most = Math.max(most, response.listenerCount('close') + 1)));
    };
    subscribe('http.server.request.start', count);
    await text(await get('/downloads?length=1000'));
    unsubscribe('http.server.request.start', count);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(EventEmitter.defaultMaxListeners);
  });

  it('takes an upload of 100 MB no faster than its owner does, and answers its body', async () => {
    const { outgoing, answered } = await begin('POST', '/uploads', { ...png, 'content-length': String(LARGE) });
    const body = new Source(LARGE);
    let ahead = 0;
    body.on('data', () => (ahead = Math.max(ahead, body.produced - owner.taken)));
    await pipeline(body, outgoing);
    const { statusCode, headers } = await answered;
    expect([statusCode, headers.location]).toEqual([201, `${gateway.addresses.baseUrl}/customers/${LARGE}`]);
    expect(owner.committed).toEqual([LARGE]);
    expect(ahead).toBeLessThan(ON_ITS_WAY);
  });

  it('gives a download of 100 MB no faster than its client takes it', async () => {
    const incoming = await get(`/downloads?length=${LARGE}`);
    expect(incoming.headers).toMatchObject({
      ...png,
      'content-length': String(LARGE),
      'x-content-type-options': 'nosniff',
    });
    let [taken, ahead] = [0, 0];
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      taken += chunk.length;
      ahead = Math.max(ahead, owner.source.produced - taken);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(taken).toBe(LARGE);
    expect(ahead).toBeLessThan(ON_ITS_WAY);
  });

  it('tells the owner of an upload whose client goes away, and nothing is committed', async () => {
    const { outgoing } = await begin('POST', '/uploads', { ...png, 'content-length': '100' });
    outgoing.on('error', () => undefined).write('half of it');
    await until('it is being taken', () => owner.taken > 0);
    outgoing.destroy();
    await until('its owner has heard', () => owner.failures.length === 1);
    expect(owner.committed).toEqual([]);
  });

  it('stops the owner of a download whose client goes away', async () => {
    const incoming = await get(`/downloads?length=${LARGE}`);
    incoming.destroy();
    await owner.stopped();
    expect(owner.source.produced).toBeLessThan(LARGE);
  });

  it('cuts off an answer whose owner fails: it does not look whole', async () => {
    const incoming = await get(`/downloads?length=${LARGE}`);
    await once(incoming, 'readable');
    owner.source.destroy(new Error('away'));
    await expect(text(incoming)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('answers an owner that refuses an upload, and goes on with the connection', async () => {
    const socket = gateway.connection();
    let answered = '';
    socket.on('data', (text: string) => (answered += text));
    const length = 32 * MIB;
    const fields = ['Host: x', `Authorization: Bearer ${await services.token()}`, 'Content-Type: image/png'];
    socket.write(['POST /refused-uploads HTTP/1.1', ...fields, `Content-Length: ${length}`, '', ''].join('\r\n'));
    await until('it is refused', () => answered.startsWith('HTTP/1.1 404'));
    new Source(length)
      .on('end', () => socket.write('HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n'))
      .pipe(socket, { end: false });
    await until('the next request is answered', () => answered.includes('HTTP/1.1 302'));
    socket.destroy();
  });

  it('lets cookies, redirects and nothing else pass in both directions', async () => {
    const headers = {
      cookie: 'a=1; b=2',
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-host': 'evil.example',
      'x-client-network': '9.9.9.9',
      'x-other': '1',
    };
    const incoming = await get('/page', { ...headers, accept: 'text/html' });
    expect(incoming.statusCode).toBe(302);
    expect(incoming.headers).toMatchObject({ location: '/page?2', 'set-cookie': ['a=1; HttpOnly', 'b=2; Secure'] });
    expect(incoming.headers).not.toHaveProperty('x-secret');
    expect(incoming.headers).not.toHaveProperty('server');
    expect(JSON.parse(await text(incoming))).toEqual({
      accept: 'text/html',
      // Nobody has to have a token here, so this one is for the owner.
      authorization: expect.stringMatching(/^Bearer /),
      cookie: 'a=1; b=2',
      'x-forwarded-host': new URL(gateway.addresses.baseUrl).host,
      'x-forwarded-proto': 'http',
      'x-client-network': '127.0.0.1',
    });
  });

  it('keeps a token that it has looked at to itself', async () => {
    const guarded: ExchangeRoute = { ...probeRoutes.page, access: 'token' };
    const guarding = await GatewayFixture.start({}, services, testClock(), [guarded]);
    const incoming = await get('/page', { accept: 'text/html' }, guarding);
    expect(incoming.statusCode).toBe(302);
    expect(JSON.parse(await text(incoming))).not.toHaveProperty('authorization');
    await guarding.stop();
  });

  it.each<[string, string, Readonly<Record<string, string>>, number, string]>([
    ['GET', '/downloads?length=1', { accept: 'image/png' }, 200, ''],
    ['GET', '/downloads?length=1', { accept: 'image/*;q=0.1' }, 200, ''],
    ['GET', '/downloads?length=1', { accept: 'application/vnd.service.v9.hal+json, */*' }, 200, ''],
    ['GET', '/downloads?length=1', { accept: HAL }, 406, 'NotAcceptable'],
    ['GET', '/downloads?length=1', { accept: 'image/png;q=0, */*' }, 406, 'NotAcceptable'],
    ['POST', '/uploads', { ...png, accept: 'image/png' }, 406, 'InvalidVersion'],
    ['POST', '/uploads', { ...png, accept: HAL }, 201, ''],
    ['POST', '/uploads', { 'content-type': 'IMAGE/PNG; a=b' }, 201, ''],
    ['POST', '/uploads', { 'content-type': 'application/json' }, 415, 'UnsupportedMediaType'],
    ['POST', '/uploads', {}, 415, 'UnsupportedMediaType'],
    ['POST', '/uploads', { ...png, 'content-encoding': 'gzip' }, 415, 'UnsupportedMediaType'],
    ['POST', '/raw', { 'content-type': 'text/csv' }, 202, ''],
    ['POST', '/raw', { 'content-type': 'text/html' }, 415, 'UnsupportedMediaType'],
    ['POST', '/narrow-uploads', { ...png, 'content-length': '1001' }, 413, 'PayloadTooLarge'],
  ])('%s %s with %j: %i', async (method, path, headers, status, code) => {
    const { outgoing, answered } = await begin(method, path, headers);
    outgoing.on('error', () => undefined);
    if (headers['content-length'] !== undefined) outgoing.flushHeaders();
    else outgoing.end(method === 'POST' ? 'bytes' : undefined);
    const incoming = await answered;
    expect(incoming.statusCode).toBe(status);
    if (code === '') incoming.resume();
    else expect(JSON.parse(await text(incoming))).toMatchObject({ code });
    outgoing.destroy();
  });

  it('answers HEAD with what GET has, reads nothing of it, and says which methods there are', async () => {
    const { outgoing, answered } = await begin('HEAD', `/downloads?length=${LARGE}`);
    outgoing.end();
    const { statusCode, headers } = await answered;
    expect([statusCode, headers['content-type'], headers['content-length']]).toEqual([200, 'image/png', String(LARGE)]);
    await owner.stopped();
    expect(owner.source.produced).toBeLessThan(ON_ITS_WAY);
    const { status, headers: told } = await gateway.send('OPTIONS', '/uploads');
    expect([status, told['allow']]).toEqual([405, 'POST']);
  });

  it('needs a token and a scope like any other route', async () => {
    for (const accept of ['image/png', HAL]) {
      const { status } = await gateway.send('GET', '/downloads?length=1', { token: null, headers: { accept } });
      expect(status).toBe(401);
    }
  });

  it('has a budget of its own for each route, and a place in it until the answer has ended', async () => {
    const { outgoing } = await begin('POST', '/narrow-uploads', { ...png, 'content-length': '100' });
    outgoing.on('error', () => undefined).write('half of it');
    await gateway.untilMeasured('halyard_gateway_requests_in_flight{class="POST /narrow-uploads"} 1');
    const { status, headers } = await gateway.send('POST', '/narrow-uploads', { headers: png, body: 'x' });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect((await get('/downloads?length=1')).statusCode).toBe(200);
    outgoing.destroy();
    await gateway.untilMeasured('halyard_gateway_requests_in_flight{class="POST /narrow-uploads"} 0');
  });

  it('ends streams of events cleanly when their token expires, and no other answer', async () => {
    const exp = testClock().system().getTime() / 1_000 + 1;
    const authorization = `Bearer ${await services.token({ exp })}`;
    const download = await get(`/downloads?length=${LARGE}`, { authorization });
    const incoming = await get('/event-streams', { authorization });
    expect([await text(incoming), incoming.complete]).toEqual(['id: first\n\n', true]);
    expect((await text(download)).length).toBe(LARGE);
  });

  it('ends streams of events cleanly when it stops', async () => {
    const stopping = await start();
    const incoming = await get('/event-streams', { accept: 'text/event-stream', 'last-event-id': '7' }, stopping);
    expect(incoming.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const [first] = (await once(incoming, 'data')) as [Buffer];
    expect(await stopping.drain(WAIT_MS)).toBe(0);
    expect(first.toString() + (await text(incoming))).toBe('id: 7\n\n');
    expect([incoming.complete, owner.events.destroyed]).toEqual([true, true]);
    await stopping.stop();
  });
});
