import { createSecretKey } from 'node:crypto';
import { closeBox, openBox, type Sealer } from '@halyard/persistence';

const KEY = 'operations.content';

/**
 * What is kept of an operation, under a key that follows from what names it: the Idempotency-Key, or the operation's own
 * id. Of both, the record holds a keyed hash alone. Whoever does not bring the name again can't read it, whatever master
 * and data keys they have: that a person was erased meanwhile needs no search for what the person's requests left.
 */
export class KeptContent {
  constructor(private readonly sealer: Pick<Sealer, 'fingerprint'>) {}

  seal(name: string, context: string, text: string): Buffer {
    return closeBox(this.keyOf(name), [context], Buffer.from(text));
  }

  /** @throws Error where it was kept under another name or context */
  open(name: string, context: string, sealed: Buffer): string {
    return openBox(this.keyOf(name), [context], sealed).toString();
  }

  private keyOf(name: string) {
    return createSecretKey(Buffer.from(this.sealer.fingerprint(KEY, name), 'hex'));
  }
}
