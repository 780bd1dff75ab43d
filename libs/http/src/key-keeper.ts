import type { Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from './service-client.js';

/** Carries out a request, as the operation that it is given. */
export type Handle = (operation: Operation) => Promise<ServiceAnswer>;

/**
 * What an Idempotency-Key promises, for all that a service is asked: one effect, and its first answer again. Both
 * adapters ask it before anything looks at the body of a request with a key.
 */
export abstract class KeyKeeper {
  /** Never rejects but where `handle` does. */
  abstract run(request: ServiceRequest, handle: Handle): Promise<ServiceAnswer>;
}
