import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/background';
import { OpeningStream, Sealer, SealingStream } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { Document } from '../document.entity.js';
import { DocumentStorage } from './document-storage.js';

/** Due work: removes content for which no document was recorded. */
const ABANDONED = 'abandoned-document';
/** Far longer than any upload may take. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const KEY_BYTES = 32;
const KEY_CONTEXT = 'documents.key';

const removal = (key: string, dueAt: Date): DueItem => ({ kind: ABANDONED, key, accountId: null, dueAt, data: null });

type SealedDocument = Pick<Document, 'id' | 'customerId' | 'sealedKey'>;

/**
 * Sealed content of documents. Each document has its own key, which is sealed under the customer's data key: once that
 * is destroyed, nobody can read the documents, wherever copies are. The bytes are stored first, then the record with
 * their key; bytes without a record are useless, and are removed.
 */
@Injectable()
export class DocumentVault {
  constructor(
    private readonly storage: DocumentStorage,
    private readonly sealer: Sealer,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    dueWork.on(ABANDONED, ({ key }, tx) => this.removeAbandoned(tx, key));
  }

  /** Stores content, and removes it in an hour unless `keep` is called. @returns the key under which it is sealed */
  async store(id: string, content: AsyncIterable<Buffer>): Promise<Buffer> {
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
   * Keeps the content, in the transaction that records the document.
   *
   * @throws DomainError ServiceUnavailable if the content was removed in the meantime
   */
  async keep(tx: EntityManager, id: string): Promise<void> {
    if (await this.dueWork.remove(tx, ABANDONED, id)) return;
    throw new DomainError('ServiceUnavailable', { cause: 'it took so long that its content was removed' });
  }

  /** Has content that will not be recorded removed now, instead of in an hour. */
  discard(id: string): Promise<void> {
    return this.dueWork.put(removal(id, this.clock.system()));
  }

  /** There may be a record: if the answer to its commit was lost, the content was discarded by mistake. */
  private async removeAbandoned(tx: EntityManager, id: string): Promise<void> {
    if (!(await tx.existsBy(Document, { id }))) await this.storage.remove(id);
  }

  /** Removes the content for ever, whether or not its record is kept. */
  remove(id: string): Promise<void> {
    return this.storage.remove(id);
  }

  /** The content, read no faster than the caller consumes it. Fails at the first byte that is not as it was stored. */
  async open({ id, customerId, sealedKey }: SealedDocument): Promise<Readable> {
    const key = Buffer.from(await this.sealer.open(customerId, KEY_CONTEXT, sealedKey), 'base64');
    return Readable.from(this.opened(id, createSecretKey(key)), { objectMode: false });
  }

  /** Runs only once somebody reads, so that no failure goes unnoticed. */
  private async *opened(id: string, key: KeyObject): AsyncIterable<Buffer> {
    const opening = new OpeningStream(key, [id]);
    pipeline(Readable.from(this.storage.read(id), { objectMode: false }), opening).catch(() => undefined);
    yield* opening as AsyncIterable<Buffer>;
  }
}
