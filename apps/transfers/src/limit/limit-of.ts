import type { AccountSettings, PartyFact } from '@halyard/contracts';

/** The limit of a sender, in US cents: per week, or per transfer. */
interface SenderLimit {
  readonly kind: 'weekly' | 'transfer';
  readonly minor: bigint;
}

type Bounded = Exclude<PartyFact['type'], 'account' | 'receive-only'>;

/** By customer type (reference facts 2.10): the setting of its account that bounds it. */
const limits: Readonly<Record<Bounded, readonly [SenderLimit['kind'], keyof AccountSettings & `${string}Minor`]>> = {
  unverified: ['weekly', 'weeklyLimitMinor'],
  personal: ['transfer', 'transferLimitMinor'],
  business: ['transfer', 'transferLimitMinor'],
};

/**
 * The amount of a transfer counts towards the limit of its sender, fees do not.
 *
 * @returns undefined for the account itself, and for parties that send nothing
 */
export function limitOf({ type }: Pick<PartyFact, 'type'>, settings: AccountSettings): SenderLimit | undefined {
  if (type === 'account' || type === 'receive-only') return undefined;
  const [kind, setting] = limits[type];
  return { kind, minor: BigInt(settings[setting]) };
}
