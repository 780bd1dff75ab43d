/** How many faults an answer lists. It gives the number of all others (ADR 25). */
export const FAULTS_MAX = 25;
/** The longest pointer. In place of a longer one, a fault has the pointer to an object or list around it. */
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
  // The class of the body does not know the member.
  'Unknown',
  // The next four say why a person can't be erased.
  'MoneyPending',
  'BalanceNotZero',
  'LegalHold',
  'RetentionPeriod',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/**
 * Something that the client has to correct. `path` is a JSON pointer into the body, or `/headers/...` or `/query/...`.
 */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly path: string;
  /** The sentence in the message that repeats the client's own text. */
  readonly quoted?: string;
  /** The resource that already has what the request wants to have, such as a name. */
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

/** Keeps the faults that an answer lists, and counts the others. Faults that are bounded already stay as they are. */
export function boundedFaults(found: readonly Fault[], moreFound = 0): ToldFaults {
  const moreFaults = moreFound + Math.max(0, found.length - FAULTS_MAX);
  return { faults: found.slice(0, FAULTS_MAX).map(told), moreFaults: moreFaults > 0 ? moreFaults : undefined };
}
