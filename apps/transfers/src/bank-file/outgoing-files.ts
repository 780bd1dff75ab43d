import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { transact } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { EntryFacts } from './entry-facts.js';
import type { FileLeg, HandOverFile } from './file-leg.js';
import { FileContents } from './file-contents.js';
import { accountOfHandOver, closeFiles, filesToMake, newestFileOf, openLegsOf, setTotals } from './close-files.rows.js';
import { addEntries, legsInFiles, lockCounter } from './outgoing-files.rows.js';

/**
 * The files that go to the banks. A hand-over adds its legs before any of them moves, and makes its file once they have
 * moved.
 */
@Injectable()
export class OutgoingFiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly facts: EntryFacts,
    private readonly contents: FileContents,
  ) {}

  /**
   * Gives the legs their trace numbers, in their order. Legs that are in a file already are skipped, so this can be
   * repeated. Legs that come after the file was made go into another file of the same hand-over.
   *
   * @returns the id of the file; undefined if it has no entry
   * @throws DomainError ServiceUnavailable
   */
  async add(file: HandOverFile, legs: readonly FileLeg[], operation: Operation): Promise<string | undefined> {
    const known = await legsInFiles(this.dataSource, file.accountId, legs);
    const news = legs.filter(({ legId }) => !known.has(legId));
    if (news.length > 0) {
      const entries = await this.facts.entriesOf(file.accountId, news, operation);
      await transact(this.dataSource, async (tx) => addEntries(tx, file, entries));
    }
    return newestFileOf(this.dataSource, file.batchId);
  }

  /** The given legs that are in a file, made or not. */
  legsIn(accountId: string, legIds: readonly string[]): Promise<ReadonlySet<string>> {
    return legsInFiles(
      this.dataSource,
      accountId,
      legIds.map((legId) => ({ legId })),
    );
  }

  /** The legs of a hand-over whose file is not made yet. */
  openLegsOf(batchId: string): Promise<string[]> {
    return openLegsOf(this.dataSource, batchId);
  }

  /**
   * Makes the file of a hand-over, which is listed from then on. Legs that did not go after all are left out. Can be
   * repeated.
   *
   * @throws DomainError ServiceUnavailable
   */
  async make(batchId: string, goneLegIds: ReadonlySet<string>, operation: Operation): Promise<void> {
    const accountId = await accountOfHandOver(this.dataSource, batchId);
    if (accountId === undefined) return;
    await transact(this.dataSource, async (tx) => {
      await lockCounter(tx, accountId);
      await closeFiles(tx, batchId, goneLegIds);
    });
    for (const file of await filesToMake(this.dataSource, batchId)) {
      await setTotals(this.dataSource, file.id, await this.contents.totalsOf(file, operation));
    }
  }
}
