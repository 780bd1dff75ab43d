import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a body may take to come; where its route allows more, how long each part of it may. */
export const ARRIVAL_MS = 30_000;
/** A client must send at least this much in that time: one kibibyte a second, which any line can carry. */
const PART_BYTES = 32 * 1_024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The wait for its body, if it has one. */
    arrival: Arrival | null;
  }
}

export const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The wait for a body, which ends when it is there, its client has gone, or it is late. */
export class Arrival {
  private timer: NodeJS.Timeout;
  /** Whether the body did not come in time. */
  isLate = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly partMs: number,
    private readonly onLate: () => void,
  ) {
    this.timer = this.after(partMs, () => this.late());
    request.once('close', () => clearTimeout(this.timer));
  }

  /** From now on the body may take so long, if it keeps a pace: what has come and nobody has read yet counts as kept. */
  extend(wholeMs: number): void {
    clearTimeout(this.timer);
    const { request, partMs } = this;
    const { bytesRead } = request.socket;
    const isKept = () => request.readableLength > 0 || request.socket.bytesRead - bytesRead >= PART_BYTES;
    const leftMs = wholeMs - partMs;
    this.timer =
      leftMs > 0
        ? this.after(partMs, () => (isKept() ? this.extend(leftMs) : this.late()))
        : this.after(wholeMs, () => this.late());
  }

  private after(ms: number, then: () => void): NodeJS.Timeout {
    return setTimeout(then, ms).unref();
  }

  private late(): void {
    if (this.request.complete) return;
    this.isLate = true;
    this.onLate();
  }
}

/** Ends requests whose body does not come in time, as Node does, which knows one time for all of them. */
export function boundArrivals(fastify: FastifyInstance, arrivalMs = ARRIVAL_MS): void {
  fastify.decorateRequest('arrival', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw.headers)) request.arrival = new Arrival(raw, arrivalMs, () => endLate(fastify, raw, reply.raw));
    done();
  });
}

function endLate({ server }: FastifyInstance, { socket }: IncomingMessage, { writableEnded }: ServerResponse): void {
  // A request that was refused before its body came has its answer.
  if (writableEnded) return void socket.destroy();
  const late = Object.assign(new Error('the body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', late, socket);
}
