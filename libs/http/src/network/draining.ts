import type { FastifyInstance } from 'fastify';
import type { InFlight } from '../in-flight.js';
import { atAnswerEnd } from './answer-end.js';

/** Counts the requests of a listener. Once draining has begun, each answer closes its connection. */
export function countRequests(fastify: FastifyInstance, inFlight: InFlight): void {
  fastify.addHook('onRequest', (_, reply, done) => {
    inFlight.enter();
    atAnswerEnd(reply.raw, () => inFlight.leave());
    done();
  });
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (inFlight.isDraining) void reply.header('connection', 'close');
    done(null, payload);
  });
}
