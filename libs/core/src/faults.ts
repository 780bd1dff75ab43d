/** So many faults are told; of more, how many there are (ADR 25). */
export const FAULTS_MAX = 25;
/** Longer pointers are told as that of the deepest object or list around the fault whose own is short enough. */
export const POINTER_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 300;

/** Codes of the embedded errors of a ValidationError (reference facts, section 12). */
export const faultCodes = [
  'Required',
  'Invalid',
  'InvalidFormat',
  'Duplicate',
  'ReadOnly',
  'NotAllowed',
  'Restricted',
  'InsufficientFunds',
  'RequiresFundingSource',
  'FileTooLarge',
  // What stands against erasing a person.
  'MoneyPending',
  'BalanceNotZero',
  'LegalHold',
  'RetentionPeriod',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/** One thing to correct. `path` is a JSON pointer into the body, or `/headers/...`, `/query/...`. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly path: string;
  /** The resource that has what was asked for. */
  readonly about?: { readonly kind: string; readonly id: string };
}

/** How a refusal tells its faults: a part of its detail, and of the document that it becomes. */
export interface ToldFaults {
  readonly faults: readonly Fault[];
  readonly moreFaults?: number;
}

const told = ({ code, message, path, about }: Fault): Fault => ({
  code,
  message: message.length > MESSAGE_LENGTH_MAX ? message.slice(0, MESSAGE_LENGTH_MAX).toWellFormed() : message,
  path: path.length > POINTER_LENGTH_MAX ? path.slice(0, path.lastIndexOf('/', POINTER_LENGTH_MAX)) : path,
  ...(about && { about }),
});

/** The faults that an answer lists, whatever was found, and how many more there are. Bounding twice changes nothing. */
export function boundedFaults(found: readonly Fault[], moreFound = 0): ToldFaults {
  const moreFaults = moreFound + Math.max(0, found.length - FAULTS_MAX);
  return { faults: found.slice(0, FAULTS_MAX).map(told), moreFaults: moreFaults > 0 ? moreFaults : undefined };
}
