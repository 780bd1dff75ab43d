import type { FundingSourcesFact } from '@halyard/contracts';
import type { ReturnEffects } from '@halyard/core';
import type { FundingSource } from '../funding-source.entity.js';

/** One change of a source: what happened, and the source as it is since. */
export interface SourceChange {
  readonly type: FundingSourcesFact['type'];
  readonly source: FundingSource;
}

/**
 * What a return makes of the bank that it came from, in order. A removed source stays as it was removed (reference
 * facts, section 6.6), and a balance is no bank.
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
    // What proved the bank proves it no more: only new micro-deposits do. A removed bank gets none, and its own keep saying
    // why they came back.
    const microDeposits = effects.remove && source.microDeposits?.status === 'failed' ? source.microDeposits : null;
    next('funding-sources.funding-source-unverified.v1', { status: 'unverified', microDeposits });
  }
  if (effects.remove) next('funding-sources.funding-source-removed.v1', { removedAt: at });
  return changes;
}
