import type { Proof } from './form-tokens.js';
import type { Session } from '../session/session.entity.js';

export interface Visit {
  readonly path: string;
  /** The client's network, by which limits count. */
  readonly network: string;
  /** The User-Agent header; empty without one. */
  readonly userAgent: string;
  /** A description by which the person recognizes the browser. */
  readonly device: string;
  /** The browser's secret, which lasts from visit to visit. */
  readonly browser: string;
  /** May still wait for a second factor. */
  readonly session: Session | undefined;
  /** Makes the token of a form that is sent to the path. */
  readonly formToken: (action: string) => string;
  /** Reads the token of a form that was sent to this path; undefined if it is none of ours. */
  readonly proofOf: (token: string) => Proof | undefined;
}
