import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * A client that asks first whether it may send its body (`Expect: 100-continue`) is told so when its request was admitted,
 * and not before. One that was refused may or may not send it still, so that its connection ends with the answer.
 */
export function continueWhenAdmitted(fastify: FastifyInstance, server: Server): void {
  const asking = new WeakSet<IncomingMessage>();
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    asking.add(request);
    server.emit('request', request, response);
  });
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (asking.delete(request.raw)) reply.raw.writeContinue();
    done(null, payload);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (asking.has(request.raw)) void reply.header('connection', 'close');
    done(null, payload);
  });
}
