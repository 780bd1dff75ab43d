import { Controller, Get, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { DataSource, Not } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { transferDocument } from '../transfer.document.js';
import { Transfer, type TransferStatus } from '../transfer.entity.js';

@Controller()
export class TransferDetailsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  @Get('/transfers/:id')
  async get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const accountId = accountOf(operation);
    const transfer = await this.readModels.read('transfers', () =>
      this.dataSource.manager.findOneBy(Transfer, { id, accountId, status: Not<TransferStatus>('initiated') }),
    );
    if (!transfer) throw new DomainError('NotFound');
    return transferDocument(transfer);
  }
}
