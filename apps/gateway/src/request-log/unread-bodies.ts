import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from '../edge/arrivals.js';
import { BODY_BYTES_MAX } from '../media/request-body.js';
import { isForm, recordForm } from './multipart-form.js';

const HELD_BYTES_MAX = 4 * 1_024 * 1_024;
/** A record waits this long for the rest of its body. */
const WAIT_MS = 1_000;
const PAYLOAD_TOO_LARGE = 413;

type Unread = Pick<FastifyRequest, 'raw' | 'headers' | 'record'>;

/** Reads bodies of refused requests for the request log alone, as long as all of them together have room. */
export class UnreadBodies {
  private heldBytes = 0;

  constructor(private readonly heldBytesMax = HELD_BYTES_MAX) {}

  /** Reads the rest of a body during the answer, unless somebody else reads it or the sender can't be known. */
  read(request: Unread, { statusCode }: Pick<FastifyReply, 'statusCode'>): void {
    const { raw, headers, record } = request;
    if (!record || record.received !== undefined || raw.readableDidRead || raw.destroyed) return;
    if (headers.authorization === undefined || !hasBody(headers)) return;
    recordForm(request);
    const isKept = record.hasBodies && statusCode !== PAYLOAD_TOO_LARGE && !isForm(headers);
    record.rest = isKept ? this.keep(request) : ended(request);
    raw.resume();
  }

  private async keep(request: Unread): Promise<void> {
    const { raw, record } = request;
    const chunks: Buffer[] = [];
    let held = 0;
    let isAll = true;
    const release = (): void => {
      this.heldBytes -= held;
      held = 0;
      chunks.length = 0;
    };
    const see = (chunk: Buffer): void => {
      isAll &&= held + chunk.length <= BODY_BYTES_MAX && this.heldBytes + chunk.length <= this.heldBytesMax;
      if (!isAll) return release();
      this.heldBytes += chunk.length;
      held += chunk.length;
      chunks.push(chunk);
    };
    raw.on('data', see);
    await ended(request);
    raw.off('data', see);
    if (record && isAll && raw.complete) record.unread = Buffer.concat(chunks);
    release();
  }
}

/** Resolves once the body is over, or is no longer waited for. */
function ended({ raw }: Unread): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, WAIT_MS).unref();
    raw.once('close', () => {
      clearTimeout(late);
      resolve();
    });
  });
}
