import type { EntityManager } from 'typeorm';

/** The value was not sealed for this subject and context. */
export class UnsealingError extends Error {
  override readonly name: string = 'UnsealingError';
}

/** The data key that sealed it was destroyed. */
export class ErasedError extends UnsealingError {
  override readonly name = 'ErasedError';
}

/** The data key of a subject that is just being created. */
export interface NewKey {
  readonly subjectId: string;
  /** Leaves the process only wrapped by a master key. */
  readonly content: Buffer;
  /** See `Sealer.seal`. */
  seal(context: string, plaintext: string): Buffer;
}

/**
 * Seals data that must not be readable at rest: AES-256-GCM under a data key for each subject (a customer or account),
 * which the master key wraps. Destroying a subject's data key makes everything that it sealed unreadable.
 */
export abstract class Sealer {
  /** `context` says what is sealed (`customers.ssn`); a value opens only under its own context. */
  abstract seal(subjectId: string, context: string, plaintext: string): Promise<Buffer>;
  /** Loads the keys of these subjects, so that sealing for them soon after need not wait. */
  abstract prepare(subjectIds: Iterable<string>): Promise<void>;
  /** @throws ErasedError if the subject's key was destroyed, UnsealingError if the value was tampered with */
  abstract open(subjectId: string, context: string, sealed: Buffer): Promise<string>;
  /** For a subject for which nobody can have sealed yet. Asks no database. */
  abstract newKey(subjectId: string): NewKey;
  /** In the transaction that creates their subjects. Until its commit nobody can open what they sealed. */
  abstract keep(tx: EntityManager, keys: readonly NewKey[]): Promise<void>;
  /**
   * Nobody can open what was sealed for the subject: here from the commit on, elsewhere within a minute. Later seals
   * for it use a new key.
   */
  abstract destroy(tx: EntityManager, subjectId: string): Promise<void>;
  /** Keyed hash of guessable input (an account number, a body): equal for equal input, not to be guessed. */
  abstract fingerprint(context: string, value: string): string;
}
