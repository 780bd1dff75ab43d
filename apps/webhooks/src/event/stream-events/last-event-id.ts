import { type FaultCode, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** Positions are 64-bit integers from 1 on, as a stream writes them. */
const POSITION = /^[1-9]\d{0,17}$/;

/** The ids that a stream accepts as the client's last event. */
interface AcceptedIds {
  /** The id that a stream gives before the very first event. */
  readonly beginning: string;
  readonly newest: bigint;
  /** The fault's code for any other id. */
  readonly code: FaultCode;
}

/** The position of the event with the id, or the newest. @throws DomainError ValidationError if no stream gave the id */
export function startOf(lastEventId: string | undefined, { beginning, newest, code }: AcceptedIds): bigint {
  if (lastEventId === undefined || lastEventId === '') return newest;
  if (lastEventId === beginning) return 0n;
  const position = POSITION.test(lastEventId) ? BigInt(lastEventId) : undefined;
  if (position === undefined || position > newest) throw validationError(usualFault(code, '/headers/Last-Event-ID'));
  return position;
}
