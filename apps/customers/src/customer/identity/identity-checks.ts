import type { CheckOutcome } from '../states/customer-states.js';

/** Whom or what a check is about. An owner is one of a company's beneficial owners. */
export type Subject = 'person' | 'controller' | 'business' | 'owner';

/** What the checker is told. All of it is personal, and goes to the checker alone. */
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
  /** Names the check: asked again under it, it is the same check, however often it was sent. */
  readonly id: string;
  readonly subject: Subject;
  /** The second try, whose data is complete. */
  readonly isSecond: boolean;
  readonly identity: CheckedIdentity;
}

/** Why a check did not simply pass, by the codes of reference facts, section 2.7; none stands for the usual one. */
export interface CheckAnswer {
  readonly outcome: CheckOutcome;
  readonly reasons: readonly string[];
}

/** Whoever finds out whether people and businesses are who they say they are. */
export abstract class IdentityChecks {
  /** Nobody can be verified where this is false. */
  abstract readonly isAvailable: boolean;

  /**
   * Takes seconds at the most. A checker that does not answer, fails or wants time says `review`: ask again later, under
   * the same id.
   */
  abstract check(request: CheckRequest): Promise<CheckAnswer>;
}

/** Where there is no checker. */
export class NoIdentityChecks extends IdentityChecks {
  override readonly isAvailable = false;

  override check(): Promise<CheckAnswer> {
    return Promise.resolve({ outcome: 'review', reasons: [] });
  }
}
