import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ARRIVAL_MS, hasBody } from './arrivals.js';

/** Lets a client read an answer that was sent before all of the request's body had arrived. */
export function lingerAfterAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, _, payload, done) => {
    linger(raw);
    done(null, payload);
  });
}

/** The connection lingers if it ends with the answer to a request whose body is still arriving. */
export function linger({ complete, headers, socket }: IncomingMessage, lingerMs = ARRIVAL_MS): void {
  if (!complete && hasBody(headers)) lingerOn(socket, lingerMs);
}

/**
 * Ends only our side and forgets what still arrives (RFC 9112, 9.6). Closing the connection at once would take the
 * answer from a client that is still sending.
 */
export function lingerOn(socket: Socket, lingerMs = ARRIVAL_MS): void {
  socket.destroySoon = () => {
    const late = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(late));
    socket.end();
  };
}
