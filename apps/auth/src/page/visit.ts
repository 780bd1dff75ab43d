import type { Session } from '../session/session.entity.js';

/** What is known of a request for a page. */
export interface Visit {
  /** Path of the page: what a form on it is sent to. */
  readonly path: string;
  /** Whom limits take the client for. */
  readonly network: string;
  /** What the browser says of itself; empty where it says nothing. */
  readonly userAgent: string;
  /** Words by which a person recognizes the browser. */
  readonly device: string;
  /** The secret of the browser, which lasts from visit to visit. */
  readonly browser: string;
  /** The session that the browser is in; one that still waits for a second factor among them. */
  readonly session: Session | undefined;
  /** The proof that a form for a path comes from a page of this visit. */
  readonly formToken: (action: string) => string;
}
