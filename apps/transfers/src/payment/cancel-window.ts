import { bankingDayFor, centralInstant, cutOffs } from '@halyard/core';
import type { LegKind } from './payment.model.js';

/**
 * Until when a leg can be taken back from its bank: the export of the banking day that it was handed in for, which is
 * the next one for what comes after the cut-off (reference facts 7.8, 7.10).
 */
export function exportOf(kind: LegKind, startedAt: Date): Date {
  const cutOff = kind === 'wire' ? cutOffs.wire : cutOffs.standardAch;
  return centralInstant({ date: bankingDayFor(startedAt, cutOff), ...cutOff });
}
