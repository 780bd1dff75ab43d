import { createSecretKey } from 'node:crypto';
import { closeBox, openBox, type Sealer } from '@halyard/persistence';

const KEY = 'operations.content';

export const contexts = {
  key: 'operations.key',
  request: 'operations.request',
  outcome: 'operations.outcome',
} as const;

export const nameOfKey = (applicationId: string, accountId: string, key: string): string =>
  `${applicationId}\n${accountId}\n${key}`;

/** The hash under which a name is stored. Half the bits of a keyed hash are plenty. */
export const hashOf = (sealer: Pick<Sealer, 'fingerprint'>, context: string, text: string): string =>
  sealer.fingerprint(context, text).slice(0, 32);

/**
 * The stored content of an operation, encrypted with a key that derives from the operation's name, which is the
 * Idempotency-Key or the operation's id. The record has only a keyed hash of that name. Without the name, nobody can
 * read the content, whatever master and data keys they have. So erasing a person need not search that person's
 * requests.
 */
export class KeptContent {
  constructor(private readonly sealer: Pick<Sealer, 'fingerprint'>) {}

  seal(name: string, context: string, text: string): Buffer {
    return closeBox(this.keyOf(name), [context], Buffer.from(text));
  }

  /** @throws Error if the content was stored under another name or context */
  open(name: string, context: string, sealed: Buffer): string {
    return openBox(this.keyOf(name), [context], sealed).toString();
  }

  private keyOf(name: string) {
    return createSecretKey(Buffer.from(this.sealer.fingerprint(KEY, name), 'hex'));
  }
}
