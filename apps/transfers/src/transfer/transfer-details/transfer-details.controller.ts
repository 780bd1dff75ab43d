import { Controller, Param } from '@nestjs/common';
import { type CollectionDocument, feeNames, type Operation, ref, type ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { BankHours } from '../../bank/bank-hours.js';
import { transferDocument } from '../transfer.document.js';
import { Transfers } from '../transfers.js';
import { failureDocument } from './failure.document.js';

@Controller()
export class TransferDetailsController {
  constructor(
    private readonly transfers: Transfers,
    private readonly hours: BankHours,
  ) {}

  @Serves('getTransfer')
  async get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    return transferDocument(await this.transfers.get(id, accountOf(operation)), {
      at: operation.at,
      hours: this.hours,
    });
  }

  /** Fee transfers, none for a transfer without (reference facts 7.6). */
  @Serves('listTransferFees')
  async fees(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<CollectionDocument> {
    const main = await this.transfers.get(id, accountOf(operation));
    const fees = await this.transfers.feesOf(main);
    const now = { at: operation.at, hours: this.hours };
    return {
      document: 'collection',
      self: ref('listTransferFees', id),
      of: 'transfer',
      listedAs: feeNames,
      items: fees.map((fee) => transferDocument(fee, now, 'usd')),
      total: fees.length,
    };
  }

  /**
   * Why a transfer failed (reference facts 7.9).
   *
   * @throws DomainError NotFound, also for one that has not failed
   */
  @Serves('getTransferFailure')
  async failure(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const transfer = await this.transfers.get(id, accountOf(operation));
    const main = transfer.kind === 'fee' ? await this.transfers.get(transfer.paymentId, transfer.accountId) : transfer;
    const failure = failureDocument(transfer, main);
    if (!failure) throw new DomainError('NotFound');
    return failure;
  }
}
