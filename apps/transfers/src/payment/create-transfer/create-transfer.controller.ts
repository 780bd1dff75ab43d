import { Controller } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import type { Claim } from '@halyard/core';
import { accountOf, CurrentClaim, CurrentOperation, Serves } from '@halyard/http';
import { DescribedBody } from '@halyard/input';
import { Commands } from '../../commands.js';
import { CreateTransfer } from './create-transfer.command.js';
import { CreateTransferDto } from './create-transfer.dto.js';
import { readNewTransfer } from './read-new-transfer.js';

@Controller()
export class CreateTransferController {
  constructor(private readonly commands: Commands) {}

  @Serves(transferRoutes.createTransfer)
  async create(
    @DescribedBody(CreateTransferDto) body: unknown,
    @CurrentOperation() operation: Operation,
    @CurrentClaim() claim: Claim | undefined,
  ): Promise<CreatedAnswer> {
    const requested = await readNewTransfer(body);
    return this.commands.execute(new CreateTransfer(operation, accountOf(operation), requested, claim));
  }
}
