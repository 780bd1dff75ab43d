import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyInstance } from 'fastify';

/** While this many requests wait, no more is read from the connection. */
const WAITING_MAX = 32;

interface Line {
  current?: { readonly request: IncomingMessage; readonly response: ServerResponse };
  readonly waiting: (() => void)[];
}

/**
 * Carries out the requests of one connection one after the other, in the order in which they came (RFC 9112, 9.3.2). A
 * client that sends a thousand without waiting for answers takes the place of one, and gets all answers.
 */
export class Pipelining {
  private readonly lines = new WeakMap<Socket, Line>();

  /** Makes every request of a listener wait for its turn, before anything else looks at it. */
  install(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', ({ raw }, reply, done) => this.enter(raw, reply.raw, done));
  }

  /**
   * Calls `write` once all earlier requests on a connection are answered; at once if they can't be answered any more.
   * If the current request has not arrived in full, this is its only answer, and `write` gets the request.
   */
  last(socket: Socket, write: (unanswered?: IncomingMessage) => void): void {
    const line = this.lines.get(socket);
    if (!line?.current) return write();
    const { request, response } = line.current;
    if (!request.complete && !response.headersSent) write(request);
    else line.waiting.push(() => write());
  }

  private enter(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request;
    // This request came after the answer that ended the connection.
    if (!socket.writable) return;
    const line = this.lines.get(socket) ?? { waiting: [] };
    this.lines.set(socket, line);
    const start = (): void => {
      line.current = { request, response };
      atAnswerEnd(response, () => leave(line, socket));
      begin();
    };
    if (!line.current) return start();
    line.waiting.push(start);
    if (line.waiting.length >= WAITING_MAX) socket.pause();
  }
}

function leave(line: Line, socket: Socket): void {
  line.current = undefined;
  // Requests that wait on a connection that has ended, or ends with this answer, are forgotten with it.
  if (!socket.writable) return;
  if (line.waiting.length <= WAITING_MAX) socket.resume();
  line.waiting.shift()?.();
}
