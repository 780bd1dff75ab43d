import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { type Operation, type ResourceDocument } from '@halyard/contracts';
import { deriveTimedId, type Fault, validationError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { BankHours } from '../../bank/bank-hours.js';
import { isCancellable, transferDocument } from '../transfer.document.js';
import { OwnTransferGuard } from '../own-transfer.guard.js';
import { Transfers } from '../transfers.js';
import { legOf } from '../../payment/payment.legs.js';
import { PaymentProcess } from '../../payment/payment.process.js';
import { CancelTransferDto } from './cancel-transfer.dto.js';

const notAllowed: Fault = { code: 'NotAllowed', message: 'Status not allowed.', path: '/status' };

@Controller()
export class CancelTransferController {
  constructor(
    private readonly transfers: Transfers,
    private readonly process: PaymentProcess,
    private readonly changes: Changes,
    private readonly hours: BankHours,
  ) {}

  /**
   * Cancels a transfer as long as its bank does not have it, together with the one that funds it or that it funds. The
   * same operation again gets the same answer.
   *
   * @throws DomainError NotFound; ValidationError NotAllowed /status
   */
  @Serves('cancelTransfer')
  @UseGuards(OwnTransferGuard)
  async cancel(
    @Param('id', IdPipe) id: string,
    @Body() _body: CancelTransferDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceDocument> {
    const transfer = await this.transfers.get(id, accountOf(operation));
    const stopId = deriveTimedId(operation.id, id, 'cancel');
    const now = { at: operation.at, hours: this.hours };
    const isOpen = isCancellable(transfer, now);
    if (!isOpen && transfer.status !== 'cancelled') throw validationError(notAllowed);
    const payment = await this.process.cancel(transfer.paymentId, id, { stopId, at: operation.at });
    if (legOf(payment, id)?.stop?.id !== stopId) throw validationError(notAllowed);
    const after = await this.transfers.get(id, transfer.accountId);
    return this.changes.run(operation, () => Promise.resolve(transferDocument(after, now)));
  }
}
