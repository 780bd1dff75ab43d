import { type Fault, FAULTS_MAX, POINTER_LENGTH_MAX, type ToldFaults } from '@halyard/core';

/** One reference token of a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** `accountNumber` -> `AccountNumber`: messages of faults name fields like this (reference facts, section 12). */
export const fieldName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** The message's name for the field at the end of a pointer; `Body` for the whole body. */
export const fieldAt = (pointer: string): string => fieldName(pointer.slice(pointer.lastIndexOf('/') + 1)) || 'Body';

/** The pointer to a member. If that is too long to report, the pointer to the deepest object or list around it. */
function pointerTo(keys: readonly string[]): string {
  let pointer = '';
  for (const key of keys) {
    if (pointer.length + key.length >= POINTER_LENGTH_MAX) break;
    const next = `${pointer}/${escapePointer(key)}`;
    if (next.length > POINTER_LENGTH_MAX) break;
    pointer = next;
  }
  return pointer;
}

/** Collects the faulty places of a body: the first pointers are reported, further ones only counted. */
export class FoundPointers {
  private readonly pointers = new Set<string>();
  private more = 0;

  /** @param keys the path to the place; read only while there is room, so that a walk stays linear in the body */
  add(keys: readonly string[]): void {
    if (this.pointers.size < FAULTS_MAX) this.pointers.add(pointerTo(keys));
    else this.more += 1;
  }

  get isEmpty(): boolean {
    return this.pointers.size === 0;
  }

  faults(faultAt: (pointer: string) => Fault): ToldFaults {
    return { faults: [...this.pointers].map(faultAt), moreFaults: this.more };
  }
}
