import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ResourceAnswer } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { BankHours } from '../../cut-off/bank-hours.js';
import { TransfersConfig } from '../../config.js';
import { isAllowed } from '../../transfer/transfer-states.js';
import { transferAnswer } from '../../transfer/transfer.answer.js';
import { Transfers } from '../../transfer/transfers.js';
import { Simulation } from '../simulation.js';
import { SimulateTransfer } from './simulate-transfer.command.js';

@CommandHandler(SimulateTransfer)
export class SimulateTransferHandler implements ICommandHandler<SimulateTransfer> {
  constructor(
    private readonly transfers: Transfers,
    private readonly simulation: Simulation,
    private readonly hours: BankHours,
    private readonly config: TransfersConfig,
  ) {}

  /**
   * Makes the bank of one transfer process it, fail it, or return it late: an addition to the specified sandbox. If the
   * transfer itself is not at a bank, the bank of its funding transfer acts, so that a payment moves forward by its own
   * id.
   *
   * @throws DomainError NotFound, also in production; ValidationError NotAllowed /action if the transfer's bank does
   * not have it, or for a late return if it has not settled
   */
  async execute({ operation, transferId: id, wish }: SimulateTransfer): Promise<ResourceAnswer<'transfer'>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const accountId = accountOf(operation);
    const { started, fundingId } = await this.transfers.get(id, accountId);
    const atBank = await this.transfers.get(started ? id : (fundingId ?? id), accountId);
    const now = { at: operation.at, hours: this.hours };
    if (!(await this.simulation.hasRun(operation)) && !isAllowed(wish.action, atBank, now)) {
      throw validationError(usualFault('NotAllowed', '/action'));
    }
    await this.simulation.runOne(operation, atBank, wish);
    return transferAnswer(await this.transfers.get(id, accountId), now);
  }
}
