import type { EntityManager } from 'typeorm';

/** The value was not sealed for this subject and context. */
export class UnsealingError extends Error {
  override readonly name: string = 'UnsealingError';
}

/** The value was sealed by a data key that was destroyed. */
export class ErasedError extends UnsealingError {
  override readonly name = 'ErasedError';
}

/** The data key of a subject that is just being created. */
export interface NewKey {
  readonly subjectId: string;
  /** The key itself. Outside this process it exists only wrapped by a master key. */
  readonly content: Buffer;
  /** Seals as `Sealer.seal` does. */
  seal(context: string, plaintext: string): Buffer;
}

/**
 * Seals data that must not be readable at rest, by AES-256-GCM. Each subject (a customer or account) has its own data
 * key, which the master key wraps. Once a subject's data key is destroyed, everything that it sealed is unreadable.
 */
export abstract class Sealer {
  /** Seals a text. `context` says what it is (`customers.ssn`): the value opens only under the same context. */
  abstract seal(subjectId: string, context: string, plaintext: string): Promise<Buffer>;
  /** Loads the keys of these subjects, so that sealing for them need not wait. */
  abstract prepare(subjectIds: Iterable<string>): Promise<void>;
  /** @throws ErasedError if the subject's key was destroyed, UnsealingError if the value was tampered with */
  abstract open(subjectId: string, context: string, sealed: Buffer): Promise<string>;
  /** Makes a key, without asking the database, for a subject for which nobody can have sealed anything yet. */
  abstract newKey(subjectId: string): NewKey;
  /** Stores keys in the transaction that creates their subjects. Until it commits, nobody can open what they sealed. */
  abstract keep(tx: EntityManager, keys: readonly NewKey[]): Promise<void>;
  /**
   * Destroys a subject's key. Nobody can then open what was sealed for the subject: this process from the commit on,
   * others after a minute at most. Whatever is sealed for the subject later gets a new key.
   */
  abstract destroy(tx: EntityManager, subjectId: string): Promise<void>;
  /**
   * A keyed hash of data that could be guessed (an account number, a body). Equal data gives equal hashes, but nobody
   * can find the data from its hash.
   */
  abstract fingerprint(context: string, value: string): string;
}
