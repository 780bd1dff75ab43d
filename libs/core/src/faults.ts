/** An answer lists this many faults, and gives the number of further ones (ADR 25). */
export const FAULTS_MAX = 25;
/** If a pointer is longer, that of the deepest enclosing object or list that is short enough replaces it. */
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
  // No class of the body knows the member.
  'Unknown',
  // Reasons why a person can't be erased.
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
  /** The sentence of the message that repeats the client's text. */
  readonly quoted?: string;
  /** The resource that already has what the request asks for. */
  readonly about?: { readonly kind: string; readonly id: string };
}

/** The faults in a refusal's detail, and in the document made from it. */
export interface ToldFaults {
  readonly faults: readonly Fault[];
  readonly moreFaults?: number;
}

const told = ({ code, message, path, quoted, about }: Fault): Fault => ({
  code,
  message: message.length > MESSAGE_LENGTH_MAX ? message.slice(0, MESSAGE_LENGTH_MAX).toWellFormed() : message,
  path: path.length > POINTER_LENGTH_MAX ? path.slice(0, path.lastIndexOf('/', POINTER_LENGTH_MAX)) : path,
  ...(quoted !== undefined && { quoted }),
  ...(about && { about }),
});

/** Keeps the faults that an answer lists, and counts the others. Bounding twice changes nothing. */
export function boundedFaults(found: readonly Fault[], moreFound = 0): ToldFaults {
  const moreFaults = moreFound + Math.max(0, found.length - FAULTS_MAX);
  return { faults: found.slice(0, FAULTS_MAX).map(told), moreFaults: moreFaults > 0 ? moreFaults : undefined };
}
