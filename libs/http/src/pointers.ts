/** One reference token of a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** `accountNumber` -> `AccountNumber`, as the messages of faults name fields (reference facts, section 12). */
export const fieldName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** `Name`, of the field that a pointer ends at. */
export const fieldAt = (pointer: string): string => fieldName(pointer.slice(pointer.lastIndexOf('/') + 1)) || 'Body';
