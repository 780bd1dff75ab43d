import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ARRIVAL_MS, hasBody } from './arrivals.js';

/** Lets clients whose body was answered before all of it had come read that answer. */
export function lingerAfterAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, _, payload, done) => {
    linger(raw);
    done(null, payload);
  });
}

/** A connection lingers when it ends with the answer to a request whose body is still arriving. */
export function linger({ complete, headers, socket }: IncomingMessage, lingerMs = ARRIVAL_MS): void {
  if (!complete && hasBody(headers)) lingerOn(socket, lingerMs);
}

/**
 * A connection that ends with an answer ends for what we say alone, and what comes is read and forgotten (RFC 9112, 9.6):
 * closed as a whole, it would take the answer from who is still sending.
 */
export function lingerOn(socket: Socket, lingerMs = ARRIVAL_MS): void {
  socket.destroySoon = () => {
    const late = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(late));
    socket.end();
  };
}
