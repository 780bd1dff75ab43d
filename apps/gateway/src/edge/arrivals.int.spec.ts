import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import createFastify, { type FastifyInstance } from 'fastify';
import { Arrival, boundArrivals } from './arrivals.js';

describe('bodies that take their time', () => {
  let fastify: FastifyInstance;
  afterEach(() => fastify.close());

  const post = async (extendedMs: number | undefined, arrivalMs: number) => {
    fastify = createFastify();
    boundArrivals(fastify, arrivalMs);
    const ended = new Promise<unknown>((resolve) => fastify.server.once('clientError', resolve));
    fastify.server.on('clientError', (_, socket) => socket.destroy());
    fastify.post('/', {
      onRequest: (request, _, done) => {
        if (extendedMs !== undefined) request.arrival?.extend(extendedMs);
        done();
      },
      handler: (_, reply) => reply.send('all'),
    });
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    const outgoing = httpRequest(url, { method: 'POST', agent: false, headers: { 'content-type': 'text/plain' } });
    outgoing.on('error', () => undefined).write('half of it, ');
    return { outgoing, ended };
  };

  it('are not waited for any longer than is allowed', async () => {
    const { ended } = await post(undefined, 20);
    expect(await ended).toMatchObject({ code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  });

  it('are not waited for by a route that allows more, once they keep no pace', async () => {
    const { ended } = await post(60_000, 20);
    expect(await ended).toMatchObject({ code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  });

  it('have no second answer where the request has one already', async () => {
    fastify = createFastify();
    boundArrivals(fastify, 20);
    const ended = jest.fn();
    fastify.server.on('clientError', ended);
    fastify.addHook('onRequest', (_, reply) => reply.code(401).send('who?'));
    fastify.post('/', () => 'all');
    const { port } = new URL(await fastify.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf');
    const answers = (await socket.toArray()).join('');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(ended).not.toHaveBeenCalled();
  });

  it('are waited for as long as is allowed', async () => {
    const { outgoing } = await post(60_000, 60_000);
    outgoing.end('and the rest');
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(200);
  });
});

describe('the wait for a body that may take 100 s, with 30 s for each 32 KiB,', () => {
  afterEach(() => void jest.useRealTimers());

  const begin = () => {
    jest.useFakeTimers();
    const socket = { bytesRead: 1_000 };
    const request = Object.assign(new EventEmitter(), { complete: false, readableLength: 0, socket });
    let isLate = false;
    const arrival = new Arrival(
      request as unknown as IncomingMessage & { socket: Socket },
      30_000,
      () => (isLate = true),
    );
    arrival.extend(100_000);
    const pass = (ms: number, bytes: number): boolean => {
      socket.bytesRead += bytes;
      jest.advanceTimersByTime(ms);
      return isLate;
    };
    return { request, pass };
  };

  it('ends with the first part that is late', () => {
    const { pass } = begin();
    expect([pass(29_999, 32 * 1_024), pass(1, 0)]).toEqual([false, false]);
    expect([pass(29_999, 32 * 1_024 - 1), pass(1, 0)]).toEqual([false, true]);
  });

  it('ends with the whole time, whatever comes', () => {
    const { pass } = begin();
    const parts = [30_000, 30_000, 30_000, 9_999, 1].map((ms) => pass(ms, 10_000_000));
    expect(parts).toEqual([false, false, false, false, true]);
  });

  it('goes on while nobody reads what has come', () => {
    const { pass, request } = begin();
    request.readableLength = 1;
    expect(pass(30_000, 0)).toBe(false);
    request.readableLength = 0;
    expect(pass(30_000, 0)).toBe(true);
  });

  it('is over once all of it is there, or the client has gone', () => {
    const whole = begin();
    whole.request.complete = true;
    expect(whole.pass(200_000, 0)).toBe(false);
    const gone = begin();
    gone.request.emit('close');
    expect(gone.pass(200_000, 0)).toBe(false);
  });
});
