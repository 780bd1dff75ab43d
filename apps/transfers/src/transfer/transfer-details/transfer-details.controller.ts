import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { feeNames, transferRoutes } from '@halyard/contracts/transfers';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { BankHours } from '../../cut-off/bank-hours.js';
import { transferAnswer } from '../transfer.answer.js';
import { Transfers } from '../transfers.js';
import { failureAnswer } from './failure.answer.js';

@Controller()
export class TransferDetailsController {
  constructor(
    private readonly transfers: Transfers,
    private readonly hours: BankHours,
  ) {}

  @Serves(transferRoutes.getTransfer)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'transfer'>> {
    return transferAnswer(await this.transfers.get(id, accountOf(operation)), {
      at: operation.at,
      hours: this.hours,
    });
  }

  /** The transfer's fees; an empty collection if it has none (reference facts 7.6). */
  @Serves(transferRoutes.listTransferFees)
  async fees(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const main = await this.transfers.get(id, accountOf(operation));
    const fees = await this.transfers.feesOf(main);
    const now = { at: operation.at, hours: this.hours };
    return {
      type: 'collection',
      self: ref('listTransferFees', id),
      of: 'transfer',
      listedAs: feeNames,
      items: fees.map((fee) => transferAnswer(fee, now, 'usd')),
      total: fees.length,
    };
  }

  /** Reference facts 7.9. @throws DomainError NotFound, also if the transfer has not failed */
  @Serves(transferRoutes.getTransferFailure)
  async failure(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'transfer-failure'>> {
    const transfer = await this.transfers.get(id, accountOf(operation));
    const main = transfer.kind === 'fee' ? await this.transfers.get(transfer.paymentId, transfer.accountId) : transfer;
    const failure = failureAnswer(transfer, main);
    if (!failure) throw new DomainError('NotFound');
    return failure;
  }
}
