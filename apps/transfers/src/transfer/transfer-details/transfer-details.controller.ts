import { Controller, Get, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { Batcher } from '@halyard/persistence';
import { DataSource, In } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { transferDocument } from '../transfer.document.js';
import { Transfer } from '../transfer.entity.js';

const FOUND_AT_ONCE_MAX = 200;

@Controller()
export class TransferDetailsController {
  /** One statement for all that are asked for at the same time. */
  private readonly transfers: Batcher<string, Transfer | undefined>;

  constructor(
    dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {
    this.transfers = new Batcher(
      async (ids) => {
        const found = await dataSource.manager.findBy(Transfer, { id: In([...new Set(ids)]) });
        const byId = new Map(found.map((transfer) => [transfer.id, transfer]));
        return ids.map((id) => byId.get(id));
      },
      { sizeMax: FOUND_AT_ONCE_MAX, gathers: false },
    );
  }

  @Get('/transfers/:id')
  async get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const accountId = accountOf(operation);
    const transfer = await this.readModels.read('transfers', () => this.transfers.add(id));
    if (transfer?.accountId !== accountId || transfer.status === 'initiated') throw new DomainError('NotFound');
    return transferDocument(transfer);
  }
}
