import { isReturnCode, type ReturnCodeRow, returnCodes } from '@halyard/core/return-codes';

/** The row of a return code; undefined for a code that is not one of the network's. */
export const returnCodeRow = (code: string): ReturnCodeRow | undefined =>
  isReturnCode(code) ? returnCodes[code] : undefined;

/** The next thing to try after a transfer was returned with this code. */
export function nextTry({ effects }: ReturnCodeRow): string {
  if (effects.customer) return 'Find out what happened, and have the customer reactivated before anything else.';
  if (effects.block) return 'Another bank of the customer.';
  if (effects.remove) return 'Link a bank with the right numbers, and transfer again.';
  return 'The same transfer again, once the reason has passed.';
}
