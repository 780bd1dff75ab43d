import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Commands } from '../../commands.js';
import { OwnTransferGuard } from '../../transfer/own-transfer.guard.js';
import type { Wish } from '../simulation.js';
import { SimulateTransfer } from './simulate-transfer.command.js';
import { SimulateTransferDto, type TransferSimulation } from './simulate-transfer.dto.js';

@Controller()
export class SimulateTransferController {
  constructor(private readonly commands: Commands) {}

  @Serves(transferRoutes.simulateTransfer)
  @UseGuards(OwnTransferGuard)
  simulate(
    @Param('id', IdPipe) id: string,
    @Body() body: SimulateTransferDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'transfer'>> {
    return this.commands.execute(new SimulateTransfer(operation, id, wishOf(body as TransferSimulation)));
  }
}

const wishOf = (simulation: TransferSimulation): Wish =>
  simulation.action === 'process' ? { action: 'process' } : simulation;
