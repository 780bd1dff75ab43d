import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { type Operation, type ResourceDocument } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, usualFault } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { BankHours } from '../bank/bank-hours.js';
import { TransfersConfig } from '../config.js';
import { transferDocument } from '../transfer/transfer.document.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { OwnTransferGuard } from '../transfer/own-transfer.guard.js';
import { Transfers } from '../transfer/transfers.js';
import { SimulateTransferDto, type TransferSimulation } from './simulate-transfer.dto.js';
import { Simulation, type Wish } from './simulation.js';

@Controller()
export class SimulateTransferController {
  constructor(
    private readonly transfers: Transfers,
    private readonly simulation: Simulation,
    private readonly changes: Changes,
    private readonly hours: BankHours,
    private readonly config: TransfersConfig,
  ) {}

  /**
   * Makes the bank of one transfer process it, fail it, or return it late: an addition to the specified sandbox. If the
   * transfer is not at a bank itself, the bank of the transfer that funds it acts, so that a payment moves forward by
   * its own id.
   *
   * @throws DomainError NotFound, also in production; ValidationError NotAllowed /action for a transfer that its bank
   * does not have, or for a late return has not settled
   */
  @Serves('simulateTransfer')
  @UseGuards(OwnTransferGuard)
  async simulate(
    @Param('id', IdPipe) id: string,
    @Body() body: SimulateTransferDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceDocument> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const accountId = accountOf(operation);
    const { started, fundingId } = await this.transfers.get(id, accountId);
    const atBank = await this.transfers.get(started ? id : (fundingId ?? id), accountId);
    const wish = wishOf(body as TransferSimulation);
    if (!(await this.simulation.hasRun(operation)) && !isPossible(atBank, wish)) {
      throw validationError(usualFault('NotAllowed', '/action'));
    }
    await this.simulation.runOne(operation, atBank, wish);
    const after = await this.transfers.get(id, accountId);
    const now = { at: operation.at, hours: this.hours };
    return this.changes.run(operation, () => Promise.resolve(transferDocument(after, now)));
  }
}

const wishOf = (simulation: TransferSimulation): Wish =>
  simulation.action === 'process' ? { action: 'process' } : simulation;

const isPossible = ({ status, started }: Transfer, { action }: Wish): boolean =>
  started !== null && status === (action === 'lateReturn' ? 'processed' : 'pending');
