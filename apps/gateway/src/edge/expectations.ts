import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * A client that sends `Expect: 100-continue` gets the 100 once its request is admitted, and not before. If the request
 * is refused, the client may or may not send its body, so the connection ends with the answer.
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
