import type { InquiredBalance } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import type { Sealer } from '@halyard/persistence';
import type { FundingSource } from '../funding-source/funding-source.entity.js';
import type { BankBalance, ProviderRefusal } from '../linking-provider/linking-provider.js';

const OUTCOME = 'funding-sources.balance-inquiry';

type Answer = { readonly available: string; readonly current: string } | ProviderRefusal;
/** The account that the inquiry is about. */
type InquiredAccount = Pick<FundingSource, 'ownerId' | 'fingerprint'>;
type StoredAnswer = Answer & Pick<InquiredAccount, 'fingerprint'>;

const keptOf = (outcome: BankBalance | ProviderRefusal): Answer =>
  'refused' in outcome ? outcome : { available: String(outcome.availableMinor), current: String(outcome.currentMinor) };

export function sealOutcome(
  sealer: Sealer,
  { ownerId, fingerprint }: InquiredAccount,
  outcome: BankBalance | ProviderRefusal,
): Promise<Buffer> {
  const kept: StoredAnswer = { ...keptOf(outcome), fingerprint };
  return sealer.seal(ownerId, OUTCOME, JSON.stringify(kept));
}

/**
 * @returns undefined if the bank had other numbers when it was asked
 * @throws DomainError UnsupportedBank, UpdateCredentials
 */
export async function openOutcome(
  sealer: Sealer,
  { ownerId, fingerprint }: InquiredAccount,
  { outcome, ended }: { readonly outcome: Buffer; readonly ended: Date },
): Promise<InquiredBalance | undefined> {
  const kept = JSON.parse(await sealer.open(ownerId, OUTCOME, outcome)) as StoredAnswer;
  if (kept.fingerprint !== fingerprint) return undefined;
  if ('refused' in kept) throw new DomainError(kept.refused);
  const { available: availableMinor, current: currentMinor } = kept;
  return { status: 'done', availableMinor, currentMinor, at: ended.toISOString() };
}
