import type { KeyObject } from 'node:crypto';
import { createSecretKey, hkdfSync } from 'node:crypto';
import { closeBox, openBox } from './authenticated-box.js';

const KEY_BYTES = 32;
const ID_BYTES = 8;

export const deriveKey = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), purpose, KEY_BYTES));

/** A data key as it is kept. */
export interface Wrapped {
  readonly subjectId: string;
  readonly wrapped: Buffer;
  /** Of the master key that it is wrapped by. */
  readonly masterId: string;
}

/** What wraps data keys, and by which name the tables know it. */
class MasterKey {
  /** From which the key can't be told. */
  readonly id: string;
  readonly #key: KeyObject;

  constructor(root: Buffer) {
    const id = hkdfSync('sha256', root, Buffer.alloc(0), 'halyard/master-key-id/v1', ID_BYTES);
    this.id = Buffer.from(id).toString('hex');
    this.#key = createSecretKey(deriveKey(root, 'halyard/wrap-data-keys/v1'));
  }

  wrap(subjectId: string, content: Buffer): Wrapped {
    return { subjectId, wrapped: closeBox(this.#key, ['data-key', subjectId], content), masterId: this.id };
  }

  /** @throws Error when it is not wrapped by this key */
  unwrap({ subjectId, wrapped }: Omit<Wrapped, 'masterId'>): Buffer {
    return openBox(this.#key, ['data-key', subjectId], wrapped);
  }
}

/** The master keys that there are now: two while one replaces the other. */
export class MasterKeys {
  #known: readonly MasterKey[] = [];

  /** @param read what the environment and files say now, the newest first */
  constructor(private readonly read: () => readonly Buffer[]) {
    this.readAgain();
  }

  get known(): readonly MasterKey[] {
    return this.#known;
  }

  /** One that came since is found too. */
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
