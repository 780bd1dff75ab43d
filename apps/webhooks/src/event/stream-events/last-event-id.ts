import { type FaultCode, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** Positions are 64-bit integers from 1 on, as a stream writes them. */
const POSITION = /^[1-9]\d{0,17}$/;

/** What a stream accepts as the id of the last event that a client has. */
interface Given {
  /** The id that a stream gives before the first event of all. */
  readonly beginning: string;
  readonly newest: bigint;
  /** Of the fault of any other. */
  readonly code: FaultCode;
}

/**
 * The position after which a stream begins: that of the event whose id the client sent, or the newest.
 *
 * @throws DomainError ValidationError for an id that no stream gave
 */
export function startOf(lastEventId: string | undefined, { beginning, newest, code }: Given): bigint {
  if (lastEventId === undefined || lastEventId === '') return newest;
  if (lastEventId === beginning) return 0n;
  const position = POSITION.test(lastEventId) ? BigInt(lastEventId) : undefined;
  if (position === undefined || position > newest) throw validationError(usualFault(code, '/headers/Last-Event-ID'));
  return position;
}
