import { deriveId } from '@halyard/core';

const DIGITS = 7;

/**
 * The name of a leg on a bank statement: 8 upper-case letters and digits, the first an I (reference facts 7.3). It
 * derives from the leg's id.
 */
export function individualAchIdOf(legId: string): string {
  const bits = BigInt(`0x${deriveId(legId, 'individual-ach-id').replaceAll('-', '')}`);
  return `I${bits.toString(36).toUpperCase().slice(-DIGITS)}`;
}
