import { type Fault, FAULTS_MAX, POINTER_LENGTH_MAX, type ToldFaults } from '@halyard/core';

/** Writes one reference token of a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The name of a field in messages of faults, such as `AccountNumber` for `accountNumber` (reference facts, section 12).
 */
export const fieldName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** The name that a message has for the field at the end of a pointer. The whole body is called `Body`. */
export const fieldAt = (pointer: string): string => fieldName(pointer.slice(pointer.lastIndexOf('/') + 1)) || 'Body';

/** The pointer to a member. If it would be too long to report, the pointer to an object or list around the member. */
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

/**
 * Collects the faulty places of a body. The first ones are reported with their pointers; all others are only counted.
 */
export class FoundPointers {
  private readonly pointers = new Set<string>();
  private more = 0;

  /**
   * @param keys the path to the place. It is read only while there is room, so that a walk takes time linear in the
   * body
   */
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
