import type { BankAccountType } from '@halyard/contracts';

/** A bank account as its provider may need to find it. */
export interface KnownAccount {
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** What its owner calls it. */
  readonly name: string;
}

/** In US cents; a bank may be overdrawn. `available` is what can be spent now. */
export interface BankBalance {
  readonly availableMinor: bigint;
  readonly currentMinor: bigint;
}

/** Why a provider says nothing of an account, in the codes that clients meet. */
export interface ProviderRefusal {
  readonly refused: 'UnsupportedBank' | 'UpdateCredentials';
}

/** A bank account whose owner has logged in to their bank and chosen it. */
export interface LinkedAccount {
  /** Names the token, however it is spelled. */
  readonly linkId: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly bankAccountType: BankAccountType;
}

/** A text that an institution asks for. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password';
}

export interface Institution {
  readonly id: string;
  readonly name: string;
  /** What it takes to log in. */
  readonly fields: readonly Field[];
}

export interface InstitutionSearch {
  /** What their names hold; all of them where it is absent. */
  readonly text?: string;
  readonly limit: number;
  readonly offset: number;
}

/** An account that somebody who has logged in may choose. */
export interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly bankAccountType: BankAccountType;
  readonly accountNumber: string;
  /** Without one no money reaches it. */
  readonly routingNumber?: string;
  /** Whose it is, as their bank says: whoever has logged in first. */
  readonly holders?: readonly string[];
}

/** What an institution says to somebody who has logged in: what else it asks, or which accounts there are. */
export type LoggedIn =
  { readonly login: string; readonly fields: readonly Field[] } | { readonly accounts: readonly OfferedAccount[] };

/** What it says to others (specification, IAV error flags). */
export const loginRefusals = [
  'InvalidLogin',
  'AccountNotFound',
  'UnsupportedSite',
  'AlreadyLoggedIn',
  'VisitSite',
  'UnavailableSite',
] as const;
export interface LoginRefusal {
  readonly refused: (typeof loginRefusals)[number];
}

/** Who brings a token, and when. */
export interface TokenHolder {
  readonly applicationId: string;
  readonly accountId: string;
  readonly at: Date;
}

/**
 * Who reaches into banks on behalf of those who have accounts there (ADR 51). What it is asked may be asked twice. It
 * answers within four seconds, or rejects and is asked again later.
 */
export abstract class LinkingProvider {
  /** After how many milliseconds it is worth asking for a balance. */
  abstract readonly balanceTakesMs: number;

  /**
   * The account that a token stands for. Whether the token was used before is for whoever uses it to say, by `linkId`.
   *
   * @returns `invalid` for what it did not issue, or not to this application; UpdateCredentials for what has expired
   */
  abstract accountOf(token: string, holder: TokenHolder): Promise<LinkedAccount | ProviderRefusal | 'invalid'>;

  abstract balanceOf(account: KnownAccount): Promise<BankBalance | ProviderRefusal>;

  /** In the order of their names. */
  abstract institutions(
    search: InstitutionSearch,
  ): Promise<{ readonly found: readonly Institution[]; readonly total: number }>;

  abstract institution(id: string): Promise<Institution | undefined>;

  /** @param answers what somebody has typed into the fields of the institution; never kept, and never in a log */
  abstract logIn(institution: Institution, answers: readonly string[]): Promise<LoggedIn | LoginRefusal>;

  /**
   * @param login by what it named the login that it asked more of
   * @param answers as for `logIn`
   */
  abstract answer(login: string, answers: readonly string[]): Promise<LoggedIn | LoginRefusal>;
}
