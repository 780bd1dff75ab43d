import type { FundingSourcesFact } from '@halyard/contracts';
import type { Change, HistoryEntry } from '@halyard/messaging';
import type { FundingSource } from './funding-source.entity.js';
import { fundingSourceFact } from './funding-source.fact.js';

/** Context under which a history row's name and numbers are sealed, for the owner. */
export const HISTORY = 'funding-sources.history';

interface Entry {
  readonly type: FundingSourcesFact['type'];
  readonly at: Date;
  readonly sealed?: Buffer;
}

/** What the history says of what became of a source; the source's version is that of the new row. */
export function entryOf(source: FundingSource, { type, at, sealed }: Entry): HistoryEntry {
  const { id: key, accountId } = source;
  return { key, accountId, type, data: fundingSourceFact(source), at, ...(sealed && { sealed }) };
}

export async function recordSource(change: Change, source: FundingSource, entry: Entry): Promise<void> {
  await change.record(entryOf(source, entry));
}
