import { createHmac } from 'node:crypto';
import { type NewKey, Sealer } from '@halyard/persistence';

const sealed = (...parts: readonly string[]): Buffer => Buffer.from(Buffer.from(parts.join('\n')).toString('base64'));

/**
 * Seals text without a database, bound to subject and context. It only keeps anybody from reading the text by accident.
 */
export class TestSealer extends Sealer {
  override seal(subjectId: string, context: string, plaintext: string): Promise<Buffer> {
    return Promise.resolve(sealed(subjectId, context, plaintext));
  }

  override prepare(): Promise<void> {
    return Promise.resolve();
  }

  override open(subjectId: string, context: string, sealed: Buffer): Promise<string> {
    const text = Buffer.from(sealed.toString(), 'base64').toString();
    const prefix = `${subjectId}\n${context}\n`;
    if (!text.startsWith(prefix)) return Promise.reject(new Error('sealed for something else'));
    return Promise.resolve(text.slice(prefix.length));
  }

  override newKey(subjectId: string): NewKey {
    return {
      subjectId,
      content: Buffer.of(),
      seal: (context, plaintext) => sealed(subjectId, context, plaintext),
    };
  }

  override keep(): Promise<void> {
    return Promise.resolve();
  }

  override destroy(): Promise<void> {
    return Promise.resolve();
  }

  override fingerprint(context: string, value: string): string {
    return createHmac('sha256', 'test').update(`${context}\n${value}`).digest('hex');
  }
}
