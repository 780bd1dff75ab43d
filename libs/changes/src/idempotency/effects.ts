import type { Operation, PublicRoute } from '@halyard/contracts';
import type { ServiceAnswer } from '@halyard/http';

/** The outcome of an operation: none yet; refused for good; or carried out, with its answer. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stands'; readonly answer: ServiceAnswer };

/** For a service that can tell from its own effects how an operation ended when no outcome is recorded. */
export abstract class Effects {
  /** Each of its operations begins with an append under the claim of its key. The path has no parameters. */
  abstract readonly route: PublicRoute;
  /** @param operation of that route */
  abstract outcomeOf(operation: Operation): Promise<Effect>;
}
