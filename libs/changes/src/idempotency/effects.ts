import type { Operation, Route } from '@halyard/contracts';
import type { ServiceAnswer } from '@halyard/http';

/** The outcome of an operation: none yet, refused for good, or carried out with an answer. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stands'; readonly answer: ServiceAnswer };

/** For a service that can find out an operation's outcome from its own effects, if none is recorded. */
export abstract class Effects {
  /** Each operation of this route begins with an append under its key's claim. The path has no parameters. */
  abstract readonly route: Pick<Route, 'method' | 'path'>;
  /** @param operation of that route */
  abstract outcomeOf(operation: Operation): Promise<Effect>;
}
