import type { ReturnCode, SimulatedReturn } from '@halyard/core';
import type { MicroDeposits } from '../funding-source/micro-deposits.model.js';

export interface Processed {
  readonly deposits: MicroDeposits;
  /** Their bank has returned them for this. */
  readonly returned?: ReturnCode;
}

/**
 * What bank processing makes of micro-deposits that are under way, or have still to be returned: as with any credit to a
 * bank, a late return comes at the next processing, whatever the bank is named by then.
 */
export function afterProcessing(
  { returnDue, ...deposits }: MicroDeposits,
  simulated: SimulatedReturn | undefined,
): Processed {
  const returned = returnDue ?? (simulated && !simulated.isLate ? simulated.code : undefined);
  // Too many attempts are what they failed for first.
  if (returned) return { deposits: { failure: returned, ...deposits, status: 'failed' }, returned };
  return {
    deposits: { ...deposits, status: 'processed', ...(simulated && { returnDue: simulated.code }) },
  };
}
