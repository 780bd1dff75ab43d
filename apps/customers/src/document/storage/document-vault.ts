import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/messaging';
import { OpeningStream, Sealer, SealingStream } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Document } from '../document.entity.js';
import { DocumentStorage } from './document-storage.js';

/** Due work: content that no record was made of. */
const ABANDONED = 'abandoned-document';
/** Far longer than any upload may take. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const KEY_BYTES = 32;
const KEY_CONTEXT = 'documents.key';

const removal = (key: string, dueAt: Date): DueItem => ({ kind: ABANDONED, key, accountId: null, dueAt, data: null });

type Sealed = Pick<Document, 'id' | 'customerId' | 'sealedKey'>;

/**
 * Documents' content under seal, each under a key of its own, which is sealed under the customer's data key: once that is
 * destroyed nobody reads them any more, wherever copies of them are. Bytes come first, then the record that has their
 * key; what lies there without a record is of no use to anyone, and is removed.
 */
@Injectable()
export class DocumentVault {
  constructor(
    private readonly storage: DocumentStorage,
    private readonly sealer: Sealer,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    dueWork.on(ABANDONED, ({ key }) => storage.remove(key));
  }

  /**
   * Takes content in, which is removed in an hour unless it is `keep`t.
   *
   * @returns the key that it is sealed under
   */
  async take(id: string, content: AsyncIterable<Buffer>): Promise<Buffer> {
    const dueAt = new Date(this.clock.system().getTime() + ABANDONED_AFTER_MS);
    await this.dueWork.put(removal(id, dueAt));
    const key = randomBytes(KEY_BYTES);
    await pipeline(content, new SealingStream(createSecretKey(key), [id]), (sealed: AsyncIterable<Buffer>) =>
      this.storage.write(id, sealed),
    );
    return key;
  }

  sealKey(customerId: string, key: Buffer): Promise<Buffer> {
    return this.sealer.seal(customerId, KEY_CONTEXT, key.toString('base64'));
  }

  /**
   * In the transaction that records the document.
   *
   * @throws DomainError ServiceUnavailable where its content was given up meanwhile
   */
  async keep(tx: EntityManager, id: string): Promise<void> {
    if (await this.dueWork.remove(tx, ABANDONED, id)) return;
    throw new DomainError('ServiceUnavailable', { cause: 'it took so long that its content was removed' });
  }

  /** Has removed what will not be recorded: now, and not in an hour. */
  discard(id: string): Promise<void> {
    return this.dueWork.put(removal(id, this.clock.system()));
  }

  /** For ever, whether its record is kept or not. */
  remove(id: string): Promise<void> {
    return this.storage.remove(id);
  }

  /** The content, no faster than it is read; it fails at the first byte that is not what was taken in. */
  async open({ id, customerId, sealedKey }: Sealed): Promise<Readable> {
    const key = Buffer.from(await this.sealer.open(customerId, KEY_CONTEXT, sealedKey), 'base64');
    return Readable.from(this.opened(id, createSecretKey(key)), { objectMode: false });
  }

  /** Begun by whoever reads it, so that nothing fails while nobody listens. */
  private async *opened(id: string, key: KeyObject): AsyncIterable<Buffer> {
    const opening = new OpeningStream(key, [id]);
    pipeline(Readable.from(this.storage.read(id), { objectMode: false }), opening).catch(() => undefined);
    yield* opening as AsyncIterable<Buffer>;
  }
}
