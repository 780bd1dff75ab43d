import type { Operation, Route } from '@halyard/contracts';
import type { ServiceAnswer } from '@halyard/http';

/** The state of an operation: nothing was done yet, it was refused for good, or it was carried out with an answer. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stands'; readonly answer: ServiceAnswer };

/** Finds out an operation's outcome from its effects, if no outcome is recorded. Services that can do so provide it. */
export abstract class Effects {
  /** The route whose operations begin with an append under the claim of their key. Its path has no parameters. */
  abstract readonly route: Pick<Route, 'method' | 'path'>;
  /** @param operation an operation of the route */
  abstract outcomeOf(operation: Operation): Promise<Effect>;
}
