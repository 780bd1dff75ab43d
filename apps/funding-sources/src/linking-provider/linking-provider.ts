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

/**
 * Who reaches into banks on behalf of those who have accounts there (ADR 51). What it is asked may be asked twice. It
 * answers within four seconds, or rejects and is asked again later.
 */
export abstract class LinkingProvider {
  /** After how many milliseconds it is worth asking for a balance. */
  abstract readonly balanceTakesMs: number;

  abstract balanceOf(account: KnownAccount): Promise<BankBalance | ProviderRefusal>;
}
