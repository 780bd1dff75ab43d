import type { GatewayConfig } from '../config.js';
import type { Origin } from './origin.js';

export type Headers = Readonly<Record<string, string>>;

/** Browsers remember for a year to use HTTPS. */
const HSTS = 'max-age=31536000';
/** The headers that a page of another origin may read. Without this list it sees almost none. */
const EXPOSED = [
  'ETag',
  'Location',
  'x-request-id',
  'Retry-After',
  'Idempotent-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'WWW-Authenticate',
  'Allow',
].join(', ');

const ofAll = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The headers of every answer, both of the API and of the listeners themselves. */
export class AnswerHeaders {
  private readonly always: Headers;

  constructor({ cors }: Pick<GatewayConfig, 'cors'>) {
    this.always = {
      'access-control-allow-origin': '*',
      ...(cors && { 'access-control-expose-headers': EXPOSED }),
      ...ofAll,
    };
  }

  /** The headers of a page for people, which no other page may read. */
  ofPage(requestId: string): Headers {
    return { 'x-request-id': requestId, ...ofAll };
  }

  /**
   * @param origin the origin that the client called, if it is known. Browsers are told to stay with HTTPS, but never
   * for a name of the local machine
   */
  of(requestId: string, origin?: Origin): Headers {
    const headers = { 'x-request-id': requestId, ...this.always };
    return origin?.isSecure && !origin.isLoopback ? { ...headers, 'strict-transport-security': HSTS } : headers;
  }
}
