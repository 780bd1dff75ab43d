import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyInstance } from 'fastify';

/** With so many requests waiting, no more is read from the connection than what has been read already. */
const WAITING_MAX = 32;

interface Line {
  /** What is being answered. */
  current?: { readonly request: IncomingMessage; readonly response: ServerResponse };
  readonly waiting: (() => void)[];
}

/**
 * Lets the requests of one connection be carried out one after the other, in the order in which they came (RFC 9112,
 * 9.3.2): a client that sends a thousand without waiting for answers takes the place of one, and gets all of them.
 */
export class Pipelining {
  private readonly lines = new WeakMap<Socket, Line>();

  /** Makes every request of a listener wait for its turn, before anything else looks at it. */
  take(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', ({ raw }, reply, done) => this.enter(raw, reply.raw, done));
  }

  /**
   * Calls `write` once all that came before on a connection is answered; at once, where that can't be any more. A request
   * that is not there in full has no other answer to come than this one, and is handed to `write`.
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
    // Comes behind the answer that ended the connection.
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
  // What waits on a connection that has ended, or ends with this answer, is forgotten with it.
  if (!socket.writable) return;
  if (line.waiting.length <= WAITING_MAX) socket.resume();
  line.waiting.shift()?.();
}
