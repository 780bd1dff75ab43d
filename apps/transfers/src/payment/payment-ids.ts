import { deriveId } from '@halyard/core';

const isTimed = (id: string): boolean => id[14] === '7';
const EPOCH = '00000000-0000';

/**
 * An id with the shape of UUIDv7: the time of `origin` where that carries one, and derived from it and `purpose` for the
 * rest. So what an operation makes has the same id in whichever process, lies where ids of its time lie, and can be told
 * from what is older. An origin without a time counts as made at the epoch: that costs speed, never correctness.
 */
function deriveTimedId(origin: string, purpose: string): string {
  const derived = deriveId(origin, purpose);
  return `${isTimed(origin) ? origin.slice(0, 13) : EPOCH}-7${derived.slice(15)}`;
}

/** The payment that an operation makes; also the id of its main transfer. */
export const paymentIdOf = (operationId: string): string => deriveTimedId(operationId, 'payment');

/** The hold on the balance that the payment takes from. */
export const holdIdOf = (paymentId: string): string => deriveTimedId(paymentId, 'hold');

/** The credit to the balance that a payment between balances ends in. */
export const entryIdOf = (paymentId: string): string => deriveTimedId(paymentId, 'credit');
