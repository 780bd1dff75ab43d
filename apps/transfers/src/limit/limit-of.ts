import type { AccountSettings, PartyFact } from '@halyard/contracts/parties';

/** In US cents. */
interface SenderLimit {
  readonly kind: 'weekly' | 'transfer';
  readonly minor: bigint;
}

type LimitedPartyType = Exclude<PartyFact['type'], 'account' | 'receive-only'>;

/** The account setting that limits each customer type (reference facts 2.10). */
const limits: Readonly<
  Record<LimitedPartyType, readonly [SenderLimit['kind'], keyof AccountSettings & `${string}Minor`]>
> = {
  unverified: ['weekly', 'weeklyLimitMinor'],
  personal: ['transfer', 'transferLimitMinor'],
  business: ['transfer', 'transferLimitMinor'],
};

/**
 * The limit on what a sender may send, in which fees do not count. @returns undefined for the account itself, and for
 * parties that can't send
 */
export function limitOf({ type }: Pick<PartyFact, 'type'>, settings: AccountSettings): SenderLimit | undefined {
  if (type === 'account' || type === 'receive-only') return undefined;
  const [kind, setting] = limits[type];
  return { kind, minor: BigInt(settings[setting]) };
}
