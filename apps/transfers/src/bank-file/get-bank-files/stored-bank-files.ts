import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { DataSource, In } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { Transfer } from '../../transfer/transfer.entity.js';
import { type BankFile, type BankFileEntry, entriesOf, findFile, type FilePage } from '../bank-files.rows.js';

@Injectable()
export class StoredBankFiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws DomainError NotFound, also for a file of another account */
  async get(id: string, operation: Operation): Promise<BankFile> {
    const file = await findFile(this.dataSource, id);
    if (file?.accountId !== accountOf(operation)) throw new DomainError('NotFound');
    return file;
  }

  entries({ id }: BankFile, page: FilePage): Promise<BankFileEntry[]> {
    return entriesOf(this.dataSource, id, page);
  }

  /**
   * The legs of entries, by id, micro-deposits among them. @throws DomainError ServiceUnavailable during a rebuild
   */
  async legsOf(entries: readonly BankFileEntry[]): Promise<ReadonlyMap<string, Transfer>> {
    const ids = entries.flatMap(({ legId }) => (legId === null ? [] : [legId]));
    const legs = await this.readModels.read('transfers', () =>
      this.dataSource.manager.find(Transfer, { where: { id: In(ids) } }),
    );
    return new Map(legs.map((leg) => [leg.id, leg]));
  }
}
