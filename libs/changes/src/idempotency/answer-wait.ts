import type { Route } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '@halyard/http';

/**
 * Waits before the answer to a request with an Idempotency-Key is given, but after its outcome is stored. So a repeat
 * that comes meanwhile gets the same answer, and waits as well. Services with a route that waits so provide it.
 */
export abstract class AnswerWait {
  /** Its path has no parameters. */
  abstract readonly route: Pick<Route, 'method' | 'path'>;
  /** @param signal aborts when nobody waits for the answer any more */
  abstract wait(request: ServiceRequest, answer: ServiceAnswer, signal: AbortSignal): Promise<void>;
}
