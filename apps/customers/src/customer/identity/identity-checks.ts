import type { CheckOutcome } from '../states/customer-states.js';

/** The part of an identity that is checked. An owner is a beneficial owner of a company. */
export type CheckedPart = 'person' | 'controller' | 'business' | 'owner';

/** The data given to the checker. All of it is personal, and goes to nobody else. */
export interface CheckedIdentity {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly businessName?: string | null;
  readonly doingBusinessAs?: string | null;
  readonly website?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly ipAddress?: string | null;
  readonly dateOfBirth?: string | null;
  readonly ssn?: string | null;
  readonly ein?: string | null;
  readonly passport?: { readonly number: string; readonly country: string } | null;
  readonly address: Readonly<Record<string, string | null | undefined>>;
}

export interface CheckRequest {
  /** Identifies the check: a repeat with the same id is the same check. */
  readonly id: string;
  readonly subject: CheckedPart;
  /** Whether this is the second try, with complete data. */
  readonly isSecond: boolean;
  readonly identity: CheckedIdentity;
}

/** The outcome, and its reasons as codes of reference facts, section 2.7; no reasons stand for the usual one. */
export interface CheckAnswer {
  readonly outcome: CheckOutcome;
  readonly reasons: readonly string[];
}

/** Finds out whether people and businesses are who they claim to be. */
export abstract class IdentityChecks {
  /** When false, nobody can be verified. */
  abstract readonly isAvailable: boolean;

  /**
   * Takes a few seconds at most. When the checker does not answer, fails or needs more time, the outcome is `review`:
   * ask again later, with the same id.
   */
  abstract check(request: CheckRequest): Promise<CheckAnswer>;
}

/** Used when there is no checker. */
export class NoIdentityChecks extends IdentityChecks {
  override readonly isAvailable = false;

  override check(): Promise<CheckAnswer> {
    return Promise.resolve({ outcome: 'review', reasons: [] });
  }
}
