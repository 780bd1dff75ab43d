import { type FaultCode, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** Positions are 64-bit integers. */
const POSITION = /^\d{1,18}$/;

/**
 * The position after which a stream begins: that of the event whose id the client sent, or the newest.
 *
 * @throws DomainError ValidationError for an id that no stream gave
 */
export function startOf(lastEventId: string | undefined, newest: bigint, code: FaultCode = 'InvalidFormat'): bigint {
  if (lastEventId === undefined || lastEventId === '') return newest;
  if (!POSITION.test(lastEventId) || BigInt(lastEventId) > newest) {
    throw validationError(usualFault(code, '/headers/Last-Event-ID'));
  }
  return BigInt(lastEventId);
}
