import type { AccountSettings, PartyFact } from '@halyard/contracts';

/** What bounds a sender, in US cents: what it sends in a week, or with one transfer. */
export interface SenderLimit {
  readonly kind: 'weekly' | 'transfer';
  readonly minor: bigint;
}

type Bounded = Exclude<PartyFact['type'], 'account' | 'receive-only'>;

/** By the type of a customer (reference facts 2.10): which setting of its account bounds it. */
const limits: Readonly<Record<Bounded, readonly [SenderLimit['kind'], keyof AccountSettings & `${string}Minor`]>> = {
  unverified: ['weekly', 'weeklyLimitMinor'],
  personal: ['transfer', 'transferLimitMinor'],
  business: ['transfer', 'transferLimitMinor'],
};

/** @returns undefined for the account itself, and for who sends nothing */
export function limitOf({ type }: Pick<PartyFact, 'type'>, settings: AccountSettings): SenderLimit | undefined {
  if (type === 'account' || type === 'receive-only') return undefined;
  const [kind, setting] = limits[type];
  return { kind, minor: BigInt(settings[setting]) };
}
