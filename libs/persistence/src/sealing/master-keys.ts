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
  /** The id of the master key that has wrapped the data key. */
  readonly masterId: string;
}

/** A key that wraps data keys, with its name in the tables. */
class MasterKey {
  /** The id of the key, which does not reveal the key itself. */
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

  /** @throws Error if another master key has wrapped the data key */
  unwrap({ subjectId, wrapped }: Omit<WrappedKey, 'masterId'>): Buffer {
    return openBox(this.#key, ['data-key', subjectId], wrapped);
  }
}

/** The current master keys. There are two while one replaces the other. */
export class MasterKeys {
  #known: readonly MasterKey[] = [];

  /** @param read gives the current keys of environment and files, the newest first */
  constructor(private readonly read: () => readonly Buffer[]) {
    this.readAgain();
  }

  get known(): readonly MasterKey[] {
    return this.#known;
  }

  /** Finds a master key by its id, even one that was added since the last look. */
  find(id: string): MasterKey | undefined {
    const isNamed = (key: MasterKey): boolean => key.id === id;
    return this.#known.find(isNamed) ?? this.readAgain().find(isNamed);
  }

  readAgain(): readonly MasterKey[] {
    const keys = this.read().map((root) => new MasterKey(root));
    // For a while, both settings may give the same key.
    this.#known = [...new Map(keys.map((key) => [key.id, key])).values()];
    return this.#known;
  }
}
