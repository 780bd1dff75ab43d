import type { BankAccountType } from '@halyard/contracts/funding-sources';

export interface KnownAccount {
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** The name that its owner has given it. */
  readonly name: string;
}

/** In US cents; may be negative. `available` can be spent now. */
export interface BankBalance {
  readonly availableMinor: bigint;
  readonly currentMinor: bigint;
}

/** Why a provider says nothing about an account, as error codes for clients. */
export interface ProviderRefusal {
  readonly refused: 'UnsupportedBank' | 'UpdateCredentials';
}

/** An account that its owner has chosen after logging in to the bank. */
export interface LinkedAccount {
  /** Identifies the token, however it is encoded. */
  readonly linkId: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly bankAccountType: BankAccountType;
}

/** A text that an institution asks for. */
export interface CredentialField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password';
}

export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly CredentialField[];
  /** The routing numbers of its accounts, as far as they are known before a login. */
  readonly routingNumbers: readonly string[];
}

export interface InstitutionSearch {
  /** Part of the institutions' names. Without it, all institutions are found. */
  readonly text?: string;
  readonly limit: number;
  readonly offset: number;
}

export interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly bankAccountType: BankAccountType;
  readonly accountNumber: string;
  /** Without one the account cannot receive money. */
  readonly routingNumber?: string;
  /** The holders as the bank names them; the one who has logged in comes first. */
  readonly holders?: readonly string[];
}

/** After a login an institution asks more questions, or gives the accounts. */
export type LoggedIn =
  | { readonly login: string; readonly fields: readonly CredentialField[] }
  | { readonly accounts: readonly OfferedAccount[] };

/** Specification, IAV error flags. */
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

export interface TokenHolder {
  readonly applicationId: string;
  readonly accountId: string;
  readonly at: Date;
}

/**
 * A provider that accesses banks on behalf of their customers (ADR 51). Every request may be repeated. It answers
 * within four seconds, or rejects and is asked again later.
 */
export abstract class LinkingProvider {
  /** The provider is asked this many milliseconds after the start of an inquiry. */
  abstract readonly balanceTakesMs: number;

  /**
   * The account that a token stands for. The caller checks by `linkId` whether the token was used before.
   *
   * @returns `invalid` for a token that the provider did not issue to this application; UpdateCredentials for an
   * expired one
   */
  abstract accountOf(token: string, holder: TokenHolder): Promise<LinkedAccount | ProviderRefusal | 'invalid'>;

  abstract balanceOf(account: KnownAccount): Promise<BankBalance | ProviderRefusal>;

  /** Sorted by name. */
  abstract institutions(
    search: InstitutionSearch,
  ): Promise<{ readonly found: readonly Institution[]; readonly total: number }>;

  abstract institution(id: string): Promise<Institution | undefined>;

  /** @param answers typed into the fields of the institution; must not be stored or logged */
  abstract logIn(institution: Institution, answers: readonly string[]): Promise<LoggedIn | LoginRefusal>;

  /**
   * @param login the id that the answer to `logIn` gave this login
   * @param answers as for `logIn`
   */
  abstract answer(login: string, answers: readonly string[]): Promise<LoggedIn | LoginRefusal>;
}
