import type { IncomingMessage, ServerResponse } from 'node:http';
import { lingerOn } from './linger.js';

/**
 * Ignores `Upgrade`: the request is answered as if it had none (RFC 9110, 7.8). Node drops the bytes after such a
 * request. So the connection ends with the answer, which tells the client that its further requests were not answered.
 */
export function endAfterUpgrade({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade === undefined) return;
  response.shouldKeepAlive = false;
  lingerOn(socket);
}
