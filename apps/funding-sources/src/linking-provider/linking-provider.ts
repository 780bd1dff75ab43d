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
  readonly bankAccountType: 'checking' | 'savings';
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
}
