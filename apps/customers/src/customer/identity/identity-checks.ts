import type { CheckOutcome } from '../states/customer-states.js';

/** An owner is a beneficial owner of a company. */
export type CheckedPart = 'person' | 'controller' | 'business' | 'owner';

/** Personal data, which only the checker gets. */
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
  /** A repeat with the same id is the same check. */
  readonly id: string;
  readonly subject: CheckedPart;
  /** Whether this is the second try, which has complete data. */
  readonly isSecond: boolean;
  readonly identity: CheckedIdentity;
}

/** Reasons are codes of reference facts, section 2.7. Without reasons, the usual one applies. */
export interface CheckAnswer {
  readonly outcome: CheckOutcome;
  readonly reasons: readonly string[];
}

export abstract class IdentityChecks {
  /** If false, nobody can be verified. */
  abstract readonly isAvailable: boolean;

  /**
   * Takes a few seconds at most. If the checker does not answer, fails or needs more time, the outcome is `review`: ask
   * again later, with the same id.
   */
  abstract check(request: CheckRequest): Promise<CheckAnswer>;
}

export class NoIdentityChecks extends IdentityChecks {
  override readonly isAvailable = false;

  override check(): Promise<CheckAnswer> {
    return Promise.resolve({ outcome: 'review', reasons: [] });
  }
}
