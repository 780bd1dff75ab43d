import type { IncomingMessage, ServerResponse } from 'node:http';
import { lingerOn } from './linger.js';

/**
 * No `Upgrade` is made: the request is answered as if it had none (RFC 9110, 7.8). Node drops the bytes that it has
 * read after such a request, so the connection ends with its answer. A client that sent more requests learns from that
 * which were not answered.
 */
export function endAfterUpgrade({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade === undefined) return;
  response.shouldKeepAlive = false;
  lingerOn(socket);
}
