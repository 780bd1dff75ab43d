import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { InFlight } from '@halyard/http';
import type { Acceptors } from './acceptors.js';

/** A connection that is silent for this long has no busy client. */
const SILENT_MS = 500;

/**
 * Ends a server so that its clients notice nothing but new connections. The server accepts no more connections, still
 * answers requests on open ones, closes each connection with its next answer, and ends silent ones after a while. After
 * `timeoutMs` it cuts off the rest.
 *
 * @returns the number of unanswered requests at that time
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
