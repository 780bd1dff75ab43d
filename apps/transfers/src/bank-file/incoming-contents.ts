import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BankFile, entriesAfter } from './bank-files.rows.js';
import { type NumberedLine, SealedEntries } from './sealed-entries.js';

const ENTRIES_AT_ONCE = 1_000;

/** Reads back the content of files from the banks, as they were uploaded. */
@Injectable()
export class IncomingContents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealed: SealedEntries,
  ) {}

  /** The entries of erased persons have neither name nor number. */
  async *chunksOf(file: BankFile): AsyncGenerator<string> {
    const lines = [...((await this.sealed.openLines(file.accountId, file.sealed)) ?? [])];
    for await (const some of this.entryLinesOf(file)) lines.push(...some);
    lines.sort(([one], [other]) => one - other);
    yield lines.map(([, text]) => `${text}\n`).join('');
  }

  private async *entryLinesOf({ id, accountId }: BankFile): AsyncGenerator<NumberedLine[]> {
    for (let after = 0, isLast = false; !isLast;) {
      const page = await entriesAfter(this.dataSource, id, { after, last: LINE_MAX, limit: ENTRIES_AT_ONCE });
      isLast = page.length < ENTRIES_AT_ONCE;
      after = page.at(-1)?.line ?? LINE_MAX;
      const opened = page.map(
        async ({ ownerId, sealed, sealedForAccount }) =>
          (await this.sealed.openLines(ownerId, sealed)) ??
          (await this.sealed.openLines(accountId, sealedForAccount)) ??
          [],
      );
      yield (await Promise.all(opened)).flat();
    }
  }
}

/** Beyond the last line of any uploaded file. */
const LINE_MAX = 1_000_000;
