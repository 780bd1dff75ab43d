import type { Server, ServerOptions } from 'node:http';
import { exchangeLimits } from '@halyard/contracts';
import type { OwnAnswers } from './own-answers.js';
import { endAfterUpgrade } from './upgrades.js';

export const serverOptions = {
  /** The time from a request's first byte to its last is the longest that any route allows. */
  requestTimeout: exchangeLimits.stream.timeMs,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  // We answer a request without Host like any other wrong request.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Makes a listener send our answers instead of Node's own. */
export function answerAsOurs(server: Server, own: OwnAnswers): void {
  server.on('checkExpectation', own.unmetExpectation).on('connect', own.noTunnel);
  server.prependListener('request', endAfterUpgrade);
  // Headers are bounded by their length. Node would silently drop headers beyond a count.
  server.maxHeadersCount = 0;
  // A client that has closed its half of the connection still gets every answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}
