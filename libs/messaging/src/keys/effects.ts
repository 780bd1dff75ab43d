import type { Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '@halyard/http';

/** What became of an operation: nothing yet; it was refused, for good; or it stands, and was answered so. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stands'; readonly answer: ServiceAnswer };

/** For a service whose effects say themselves what became of an operation: those of which no outcome is recorded. */
export abstract class Effects {
  /** Whether the first thing that the request's operation does is an append under the claim of its key. */
  abstract beginsByAppend(request: Pick<ServiceRequest, 'method' | 'path'>): boolean;
  abstract outcomeOf(operation: Operation, request: Pick<ServiceRequest, 'method' | 'path'>): Promise<Effect>;
}
