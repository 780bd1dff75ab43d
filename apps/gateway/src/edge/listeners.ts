import type { Server, ServerOptions } from 'node:http';
import { exchangeLimits } from '@halyard/contracts';
import type { OwnAnswers } from './own-answers.js';
import { endAfterUpgrade } from './upgrades.js';

/** What both listeners bound of a request before anybody looks at it. */
export const serverOptions = {
  /** From its first byte to its last, however slowly it comes: the longest that any route allows. */
  requestTimeout: exchangeLimits.stream.timeMs,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  // A request without Host is answered like any other that is wrong.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Makes a listener give our answers where Node would give its own. */
export function answerAsOurs(server: Server, own: OwnAnswers): void {
  server.on('checkExpectation', own.unmetExpectation).on('connect', own.noTunnel);
  server.prependListener('request', endAfterUpgrade);
  // Their length bounds them all; beyond a count Node would leave some out without a word.
  server.maxHeadersCount = 0;
  // Who has said all and closed its half of the connection still gets every answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}
