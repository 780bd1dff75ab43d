import type { KeyObject } from 'node:crypto';
import { createSecretKey, hkdfSync } from 'node:crypto';
import { closeBox, openBox } from './authenticated-box.js';

const KEY_BYTES = 32;
const ID_BYTES = 8;

export const deriveKey = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), purpose, KEY_BYTES));

export interface WrappedKey {
  readonly subjectId: string;
  readonly wrapped: Buffer;
  /** The id of the master key that wraps it. */
  readonly masterId: string;
}

/** A key that wraps data keys, with its name in the tables. */
class MasterKey {
  /** Does not reveal the key. */
  readonly id: string;
  readonly #key: KeyObject;

  constructor(root: Buffer) {
    const id = hkdfSync('sha256', root, Buffer.alloc(0), 'halyard/master-key-id/v1', ID_BYTES);
    this.id = Buffer.from(id).toString('hex');
    this.#key = createSecretKey(deriveKey(root, 'halyard/wrap-data-keys/v1'));
  }

  wrap(subjectId: string, content: Buffer): WrappedKey {
    return { subjectId, wrapped: closeBox(this.#key, ['data-key', subjectId], content), masterId: this.id };
  }

  /** @throws Error if this key has not wrapped it */
  unwrap({ subjectId, wrapped }: Omit<WrappedKey, 'masterId'>): Buffer {
    return openBox(this.#key, ['data-key', subjectId], wrapped);
  }
}

/** The current master keys: two while one replaces the other. */
export class MasterKeys {
  #known: readonly MasterKey[] = [];

  /** @param read the current keys of environment and files, the newest first */
  constructor(private readonly read: () => readonly Buffer[]) {
    this.readAgain();
  }

  get known(): readonly MasterKey[] {
    return this.#known;
  }

  /** Finds a key that was added since, too. */
  find(id: string): MasterKey | undefined {
    const isNamed = (key: MasterKey): boolean => key.id === id;
    return this.#known.find(isNamed) ?? this.readAgain().find(isNamed);
  }

  readAgain(): readonly MasterKey[] {
    const keys = this.read().map((root) => new MasterKey(root));
    // Both names may stand for the same key for a while.
    this.#known = [...new Map(keys.map((key) => [key.id, key])).values()];
    return this.#known;
  }
}
