import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type HeaderFields, type Operation, ref } from '@halyard/contracts';
import { documentRoutes } from '@halyard/contracts/documents';
import { Clock, DomainError, newId } from '@halyard/core';
import { actorOf, Bytes, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { DataSource, LessThan } from 'typeorm';
import { Document } from '../document.entity.js';
import type { FileFormat } from '../file/file-check.js';
import { DocumentVault } from '../storage/document-vault.js';
import { DocumentRead } from './document-read.entity.js';

const endings: Readonly<Record<FileFormat, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** The file is from a stranger: browsers must save it instead of showing it, and if they show it, run nothing in it. */
const fieldsOf = ({ id, format, size }: Document): HeaderFields => ({
  'content-type': format,
  'content-length': String(size),
  'content-disposition': `attachment; filename="${id}.${endings[format]}"`,
  'content-security-policy': `sandbox; default-src 'none'`,
  'cache-control': 'no-store',
});

@Controller()
@UseGuards(OperatorOnlyGuard)
export class DocumentFileController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: DocumentVault,
    private readonly clock: Clock,
  ) {}

  /** Records the read before the first byte is sent. */
  @Serves(documentRoutes.downloadDocument)
  async download(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<Bytes> {
    const { applicationId, personId } = actorOf(operation);
    const document = await this.find(id);
    const content = await this.vault.open(document);
    const at = this.clock.system();
    await this.dataSource.manager.insert(DocumentRead, {
      id: newId(),
      documentId: id,
      applicationId,
      personId,
      requestId: operation.requestId,
      at,
    });
    return new Bytes(content, fieldsOf(document));
  }

  /** Newest first. */
  @Serves(documentRoutes.listDocumentReads)
  async listReads(
    @Param('id', IdPipe) documentId: string,
    @ReadQuery(keyset) { limit, anchor }: KeysetQuery,
  ): Promise<CollectionAnswer> {
    await this.find(documentId);
    const { manager } = this.dataSource;
    const total = await manager.countBy(DocumentRead, { documentId });
    const where = { documentId, ...(anchor !== undefined && { id: LessThan(anchor) }) };
    const found = await manager.find(DocumentRead, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    return {
      type: 'collection',
      self: ref('listDocumentReads', documentId),
      of: 'document-read',
      items: page.items.map(({ applicationId, personId, at }) => ({
        type: 'resource',
        kind: 'document-read',
        id: documentId,
        attributes: { application: applicationId, personId: personId ?? undefined, at: at.toISOString() },
        links: {},
      })),
      total,
      keyset: page.keyset,
    };
  }

  private async find(id: string): Promise<Document> {
    const document = await this.dataSource.manager.findOneBy(Document, { id });
    if (!document) throw new DomainError('NotFound');
    return document;
  }
}
