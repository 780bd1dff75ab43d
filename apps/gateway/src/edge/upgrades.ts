import type { IncomingMessage, ServerResponse } from 'node:http';
import { lingerOn } from './linger.js';

/**
 * No `Upgrade` is made: the request is answered as without it (RFC 9110, 7.8). Node drops what it has read behind such a
 * request, so that the connection ends with its answer; a client that sent more learns by it what was not answered.
 */
export function endAfterUpgrade({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade === undefined) return;
  response.shouldKeepAlive = false;
  lingerOn(socket);
}
