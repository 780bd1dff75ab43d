import { Readable } from 'node:stream';
import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { accountOf, Bytes, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { SandboxOnlyGuard } from '../sandbox-only.guard.js';
import { filesOf } from './bank-files.rows.js';
import { FileContents } from './file-contents.js';
import { bankFileAnswer, bankFileEntryAnswer } from './get-bank-files/bank-file.answer.js';
import { type BankFileFilters, bankFileFilters, entriesPage } from './get-bank-files/bank-file-filters.js';
import { IncomingContents } from './incoming-contents.js';
import { StoredBankFiles } from './get-bank-files/stored-bank-files.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class BankFilesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stored: StoredBankFiles,
    private readonly contents: FileContents,
    private readonly incoming: IncomingContents,
  ) {}

  @Serves(bankFileRoutes.listBankFiles)
  async list(
    @ReadQuery(bankFileFilters) { limit, offset, ...filters }: BankFileFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const { total, files } = await filesOf(this.dataSource, accountOf(operation), filters, { limit, offset });
    return {
      type: 'collection',
      self: ref('listBankFiles'),
      of: 'bank-file',
      items: files.map(bankFileAnswer),
      total,
      page: { limit, offset },
    };
  }

  /** @throws DomainError NotFound for a file of another account */
  @Serves(bankFileRoutes.getBankFile)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'bank-file'>> {
    return bankFileAnswer(await this.stored.get(id, operation));
  }

  @Serves(bankFileRoutes.listBankFileEntries)
  async entries(
    @Param('id', IdPipe) id: string,
    @ReadQuery(entriesPage) page: ValuesOf<typeof entriesPage>,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const file = await this.stored.get(id, operation);
    const entries = await this.stored.entries(file, page);
    const legs = await this.stored.legsOf(entries);
    return {
      type: 'collection',
      self: ref('listBankFileEntries', id),
      of: 'bank-file-entry',
      items: entries.map((entry) => bankFileEntryAnswer(id, entry, legs.get(entry.legId ?? ''))),
      total: file.entries,
      page,
    };
  }

  @Serves(bankFileRoutes.getBankFileContent)
  async content(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<Bytes> {
    const file = await this.stored.get(id, operation);
    const chunks = file.direction === 'out' ? this.contents.chunksOf(file, operation) : this.incoming.chunksOf(file);
    // The first chunk is awaited, so that a refusal can still be answered.
    const first = await chunks.next();
    return new Bytes(Readable.from(after(first, chunks), { objectMode: false }), {
      'content-type': 'text/plain; charset=us-ascii',
      'content-disposition': `attachment; filename="${id}.ach"`,
    });
  }
}

async function* after(
  { done, value }: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (done) return;
  yield value;
  yield* rest;
}
