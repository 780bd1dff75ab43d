import { validationError } from '@halyard/core';
import type { NumberGap } from './range.js';

/**
 * Refuses a number that a client got before a restore, of items that are lost.
 *
 * @param path where the request has the number
 * @throws DomainError ValidationError
 */
export function refuseLost(number: number, gaps: readonly NumberGap[] | undefined, path: string): void {
  // The number just before `first` is where a reader stands who began after the gap, so it is not lost.
  const gap = gaps?.find(({ last, first }) => last < number && number < first - 1);
  if (!gap) return;
  const message = `Data was restored from a backup. After number ${gap.last}, numbers go on at ${gap.first}.`;
  throw validationError({ code: 'Invalid', message, path });
}

/** The number that follows a number. */
export const nextNumber = (number: number, gaps: readonly NumberGap[]): number =>
  gaps.find(({ last, first }) => last <= number && number < first)?.first ?? number + 1;
