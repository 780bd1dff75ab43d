import { deriveId } from '@halyard/core';

const DIGITS = 7;

/**
 * The leg's name on a bank statement, derived from its id: I and 7 upper-case letters or digits (reference facts 7.3).
 */
export function individualAchIdOf(legId: string): string {
  const bits = BigInt(`0x${deriveId(legId, 'individual-ach-id').replaceAll('-', '')}`);
  return `I${bits.toString(36).toUpperCase().slice(-DIGITS)}`;
}
