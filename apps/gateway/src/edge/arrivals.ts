import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a body may take to arrive. If its route allows more, each part of the body may take this long. */
export const ARRIVAL_MS = 30_000;
/** A client must send at least this much in that time: one kibibyte a second, which any line can carry. */
const PART_BYTES = 32 * 1_024;

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival | null;
  }
}

export const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The wait for a body. It ends when the body is complete, its client has gone, or it is late. */
export class Arrival {
  private timer: NodeJS.Timeout;
  isLate = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly partMs: number,
    private readonly onLate: () => void,
  ) {
    this.timer = this.after(partMs, () => this.late());
    request.once('close', () => clearTimeout(this.timer));
  }

  /** The whole body may take this long if it keeps a minimum pace. Bytes that nobody has read yet count too. */
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

/** Ends requests whose body does not arrive in time. Node can do this too, but with only one time for all routes. */
export function boundArrivals(fastify: FastifyInstance, arrivalMs = ARRIVAL_MS): void {
  fastify.decorateRequest('arrival', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw.headers)) request.arrival = new Arrival(raw, arrivalMs, () => endLate(fastify, raw, reply.raw));
    done();
  });
}

function endLate({ server }: FastifyInstance, { socket }: IncomingMessage, { writableEnded }: ServerResponse): void {
  // A request that was refused before its body arrived already has its answer.
  if (writableEnded) return void socket.destroy();
  const late = Object.assign(new Error('the body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', late, socket);
}
