import type { InquiredBalance } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Sealer } from '@halyard/persistence';
import type { BankBalance, ProviderRefusal } from '../linking-provider/linking-provider.js';

const OUTCOME = 'funding-sources.balance-inquiry';

type Kept = { readonly available: string; readonly current: string } | ProviderRefusal;

const keptOf = (outcome: BankBalance | ProviderRefusal): Kept =>
  'refused' in outcome ? outcome : { available: String(outcome.availableMinor), current: String(outcome.currentMinor) };

/** What a bank said, as it is kept. */
export const sealOutcome = (sealer: Sealer, ownerId: string, outcome: BankBalance | ProviderRefusal): Promise<Buffer> =>
  sealer.seal(ownerId, OUTCOME, JSON.stringify(keptOf(outcome)));

/** @throws DomainError UnsupportedBank, UpdateCredentials */
export async function openOutcome(
  sealer: Sealer,
  ownerId: string,
  { outcome, ended }: { readonly outcome: Buffer; readonly ended: Date },
): Promise<InquiredBalance> {
  const kept = JSON.parse(await sealer.open(ownerId, OUTCOME, outcome)) as Kept;
  if ('refused' in kept) throw new DomainError(kept.refused);
  const { available: availableMinor, current: currentMinor } = kept;
  return { status: 'done', availableMinor, currentMinor, at: ended.toISOString() };
}
