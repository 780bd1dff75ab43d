import type { FundingSourcesFact } from '@halyard/contracts/funding-sources';
import type { ReturnEffects } from '@halyard/core';
import type { FundingSource } from '../funding-source.entity.js';

export interface SourceChange {
  readonly type: FundingSourcesFact['type'];
  readonly source: FundingSource;
}

/**
 * Changes of a source after a return, in order. A removed source does not change (reference facts, section 6.6), and a
 * balance is not a bank.
 */
export function afterReturn(source: FundingSource, effects: ReturnEffects, at: Date): SourceChange[] {
  if (source.type !== 'bank' || source.removedAt) return [];
  const changes: SourceChange[] = [];
  let current = source;
  const next = (type: SourceChange['type'], changed: Partial<FundingSource>): void => {
    current = { ...current, ...changed, version: current.version + 1 };
    changes.push({ type, source: current });
  };
  if (effects.unverify && source.status === 'verified') {
    // The former proof is void: only new micro-deposits verify the bank again. A bank that is also removed gets no new
    // ones, so its failed micro-deposits are kept to show why they came back.
    const microDeposits = effects.remove && source.microDeposits?.status === 'failed' ? source.microDeposits : null;
    next('funding-sources.funding-source-unverified.v1', { status: 'unverified', microDeposits });
  }
  if (effects.remove) next('funding-sources.funding-source-removed.v1', { removedAt: at });
  return changes;
}
