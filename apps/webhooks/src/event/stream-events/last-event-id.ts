import { type FaultCode, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import { type NumberGap, refuseLost } from '@halyard/lists';

/** Positions are 64-bit integers from 1. This is how a stream writes them. */
const POSITION = /^[1-9]\d{0,17}$/;

/** The ids that a stream accepts in `Last-Event-ID`, and the fault for all others. */
interface AcceptedIds {
  /** The id that the stream gives to the place before the very first event. */
  readonly beginning: string;
  readonly newest: bigint;
  readonly gaps: readonly NumberGap[];
  /** Code of the fault if the client sends another id. */
  readonly code: FaultCode;
}

/**
 * The position of the event with the id; the newest position without an id. @throws DomainError ValidationError if no
 * stream gave the id, or if it is of a time that a restore has undone
 */
export function startOf(lastEventId: string | undefined, { beginning, newest, gaps, code }: AcceptedIds): bigint {
  if (lastEventId === undefined || lastEventId === '') return newest;
  if (lastEventId === beginning) return 0n;
  const path = '/headers/Last-Event-ID';
  const position = POSITION.test(lastEventId) ? BigInt(lastEventId) : undefined;
  if (position !== undefined) refuseLost(Number(position), gaps, path);
  if (position === undefined || position > newest) throw validationError(usualFault(code, path));
  return position;
}
