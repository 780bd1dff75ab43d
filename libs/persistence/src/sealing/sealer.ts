import type { EntityManager } from 'typeorm';

/** The data key of a subject that is only just coming into being. */
export interface NewKey {
  readonly subjectId: string;
  /** Never leaves the process but under a master key. */
  readonly content: Buffer;
  /** See `Sealer.seal`. */
  seal(context: string, plaintext: string): Buffer;
}

/**
 * Seals what must not be readable at rest: AES-256-GCM under a data key of its own per subject (a customer or account),
 * the data key wrapped by the master key. Destroying a subject's data key makes all it sealed unreadable.
 */
export abstract class Sealer {
  /** `context` says what is sealed (`customers.ssn`); a value opens under the context it was sealed under only. */
  abstract seal(subjectId: string, context: string, plaintext: string): Promise<Buffer>;
  /** Has the keys of these subjects at hand: what is sealed for them soon after waits for nothing. */
  abstract prepare(subjectIds: Iterable<string>): Promise<void>;
  /** @throws ErasedError when the subject's key was destroyed, UnsealingError when the value was tampered with */
  abstract open(subjectId: string, context: string, sealed: Buffer): Promise<string>;
  /** For a subject that nobody can have sealed for yet. Asks for nothing. */
  abstract newKey(subjectId: string): NewKey;
  /** Keeps new keys in the transaction that makes their subjects: until its commit nobody can open what they sealed. */
  abstract keep(tx: EntityManager, keys: readonly NewKey[]): Promise<void>;
  /**
   * Makes all that was sealed for the subject unreadable, from the commit on: here at once, in other processes within a
   * minute. What is sealed for it later gets a new key.
   */
  abstract destroy(tx: EntityManager, subjectId: string): Promise<void>;
  /** Keyed hash of something guessable (an account number, a request body): equal for equal input, not to be guessed. */
  abstract fingerprint(context: string, value: string): string;
}
