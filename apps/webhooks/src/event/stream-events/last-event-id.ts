import { DomainError, validationError } from '@halyard/core';

/** Positions are 64-bit integers. */
const POSITION = /^\d{1,18}$/;

/**
 * The position after which a stream begins: that of the event whose id the client sent, or the newest.
 *
 * @throws DomainError ValidationError for an id that no stream gave; Gone when the event after it is no longer kept
 */
export function startOf(
  lastEventId: string | undefined,
  { oldest, newest }: { readonly oldest: bigint; readonly newest: bigint },
): bigint {
  if (lastEventId === undefined || lastEventId === '') return newest;
  if (!POSITION.test(lastEventId) || BigInt(lastEventId) > newest) {
    const message = 'Last-Event-ID invalid.';
    throw validationError({ code: 'InvalidFormat', message, path: '/headers/Last-Event-ID' });
  }
  const after = BigInt(lastEventId);
  if (after + 1n < oldest) throw new DomainError('Gone', { message: `The oldest event that is kept is ${oldest}.` });
  return after;
}
