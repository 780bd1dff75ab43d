import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a body may take to come, unless its route says otherwise. */
export const ARRIVAL_MS = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the wait for a body; a route that lets bodies take longer, and bounds them itself, clears it. */
    arrival: NodeJS.Timeout | null;
  }
}

export const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Ends requests whose body does not come in time, as Node does, which knows one time for all of them. */
export function boundArrivals(fastify: FastifyInstance, arrivalMs = ARRIVAL_MS): void {
  fastify.decorateRequest('arrival', null);
  fastify.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    if (hasBody(raw.headers)) {
      const arrival = setTimeout(() => endLate(fastify, raw), arrivalMs).unref();
      request.arrival = arrival;
      raw.once('close', () => clearTimeout(arrival));
    }
    done();
  });
}

function endLate({ server }: FastifyInstance, { complete, socket }: IncomingMessage): void {
  const late = Object.assign(new Error('the body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (!complete) server.emit('clientError', late, socket);
}
