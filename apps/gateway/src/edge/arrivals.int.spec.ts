import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import createFastify, { type FastifyInstance } from 'fastify';
import { boundArrivals } from './arrivals.js';

describe('bodies that take their time', () => {
  let fastify: FastifyInstance;
  afterEach(() => fastify.close());

  const post = async (isPatient: boolean, arrivalMs: number) => {
    fastify = createFastify();
    boundArrivals(fastify, arrivalMs);
    const ended = new Promise<unknown>((resolve) => fastify.server.once('clientError', resolve));
    fastify.server.on('clientError', (_, socket) => socket.destroy());
    fastify.post('/', {
      onRequest: (request, _, done) => {
        if (isPatient && request.arrival) clearTimeout(request.arrival);
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
    const { ended } = await post(false, 20);
    expect(await ended).toMatchObject({ code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  });

  it('are waited for by a route that says so', async () => {
    const { outgoing } = await post(true, 20);
    setTimeout(() => outgoing.end('and the rest'), 40);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(200);
  });
});
