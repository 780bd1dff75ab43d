import type { FundingSourcesFact } from '@halyard/contracts';
import type { Change } from '@halyard/messaging';
import type { FundingSource } from './funding-source.entity.js';
import { fundingSourceFact } from './funding-source.fact.js';

/** Context under which a history row's name and numbers are sealed, for the owner. */
export const HISTORY = 'funding-sources.history';

interface Entry {
  readonly type: FundingSourcesFact['type'];
  readonly at: Date;
  readonly sealed?: Buffer;
}

/** Writes into the history what became of a source; its version is that of the new row. */
export async function recordSource(change: Change, source: FundingSource, { type, at, sealed }: Entry): Promise<void> {
  const { id: key, accountId } = source;
  await change.record({ key, accountId, type, data: fundingSourceFact(source), at, ...(sealed && { sealed }) });
}
