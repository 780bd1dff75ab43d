import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ResourceAnswer } from '@halyard/contracts';
import { deriveTimedId, type Fault, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { BankHours } from '../../cut-off/bank-hours.js';
import { legOf } from '../../payment/payment.legs.js';
import { metadataOf } from '../../payment/payment-request.js';
import { PaymentProcess } from '../../payment/payment.process.js';
import { isAllowed } from '../transfer-states.js';
import { transferAnswer } from '../transfer.answer.js';
import { Transfers } from '../transfers.js';
import { CancelTransfer } from './cancel-transfer.command.js';

const notAllowed: Fault = { code: 'NotAllowed', message: 'Status not allowed.', path: '/status' };

@CommandHandler(CancelTransfer)
export class CancelTransferHandler implements ICommandHandler<CancelTransfer> {
  constructor(
    private readonly transfers: Transfers,
    private readonly process: PaymentProcess,
    private readonly hours: BankHours,
  ) {}

  /**
   * Cancels a transfer, and with it the transfer that funds it or that it funds.
   *
   * @throws DomainError NotFound; ValidationError NotAllowed /status
   */
  async execute({ operation, transferId: id }: CancelTransfer): Promise<ResourceAnswer<'transfer'>> {
    const transfer = await this.transfers.get(id, accountOf(operation));
    const stopId = deriveTimedId(operation.id, id, 'cancel');
    const now = { at: operation.at, hours: this.hours };
    const isOpen = isAllowed('cancel', transfer, now);
    if (!isOpen && transfer.status !== 'cancelled') throw validationError(notAllowed);
    const payment = await this.process.cancel(
      transfer.paymentId,
      id,
      { stopId, at: operation.at },
      metadataOf(operation),
    );
    if (legOf(payment, id)?.stop?.id !== stopId) throw validationError(notAllowed);
    return transferAnswer(await this.transfers.get(id, transfer.accountId), now);
  }
}
