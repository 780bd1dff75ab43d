import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Commands } from '../../commands.js';
import { OwnTransferGuard } from '../own-transfer.guard.js';
import { CancelTransfer } from './cancel-transfer.command.js';
import { CancelTransferDto } from './cancel-transfer.dto.js';

@Controller()
export class CancelTransferController {
  constructor(private readonly commands: Commands) {}

  @Serves(transferRoutes.cancelTransfer)
  @UseGuards(OwnTransferGuard)
  cancel(
    @Param('id', IdPipe) id: string,
    @Body() _body: CancelTransferDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'transfer'>> {
    return this.commands.execute(new CancelTransfer(operation, id));
  }
}
