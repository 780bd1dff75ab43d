import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { InFlight } from '@halyard/http';
import type { Acceptors } from './acceptors.js';

/** A connection that was silent for so long is between no two requests of a busy client. */
const SILENT_MS = 500;

/**
 * Ends a server in such a way that its clients notice nothing but new connections. The server accepts no more
 * connections, answers the requests that still arrive on open ones, closes each connection with its next answer, and
 * ends silent ones after a while. Whatever is left after `timeoutMs` is cut off.
 *
 * @returns how many requests were unanswered then
 */
export async function drainConnections(
  server: Server,
  acceptors: Acceptors,
  inFlight: InFlight,
  timeoutMs: number,
): Promise<number> {
  inFlight.beginDrain();
  const timeIsUp = once(AbortSignal.timeout(timeoutMs), 'abort');
  const closed = once(server, 'close');
  // The HTTP server's own close would also cut connections between two requests, where the next may be on its way.
  NetServer.prototype.close.call(server);
  const ended = Promise.all([closed, acceptors.close()]);
  const silent = setTimeout(() => server.closeIdleConnections(), SILENT_MS);
  await Promise.race([ended, timeIsUp]);
  clearTimeout(silent);
  const { unanswered } = inFlight;
  server.closeAllConnections();
  return unanswered;
}
