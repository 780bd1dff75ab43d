import type { Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '@halyard/http';

/** The outcome of an operation: none yet; refused for good; or carried out, with its answer. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stands'; readonly answer: ServiceAnswer };

/** For a service that can tell from its own effects how an operation ended when no outcome is recorded. */
export abstract class Effects {
  /** Whether the operation of a request starts with an append under the claim of its key. */
  abstract beginsByAppend(request: Pick<ServiceRequest, 'method' | 'path'>): boolean;
  abstract outcomeOf(operation: Operation, request: Pick<ServiceRequest, 'method' | 'path'>): Promise<Effect>;
}
