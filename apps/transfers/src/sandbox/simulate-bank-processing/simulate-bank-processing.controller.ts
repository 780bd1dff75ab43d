import { Controller } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { Commands } from '../../commands.js';
import { SimulateBankProcessing } from './simulate-bank-processing.command.js';

@Controller()
export class SimulateBankProcessingController {
  constructor(private readonly commands: Commands) {}

  @Serves(transferRoutes.simulateBankProcessing)
  simulate(@CurrentOperation() operation: Operation): Promise<ResourceAnswer<'sandbox-simulation'>> {
    return this.commands.execute(new SimulateBankProcessing(operation));
  }
}
