import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { UpdateFundingSourceDto } from './update-funding-source.dto.js';
import { FundingSourceUpdate } from './funding-source-update.js';
import { OwnFundingSourceGuard } from '../own-funding-source.guard.js';

@Controller()
export class UpdateFundingSourceController {
  constructor(private readonly handler: FundingSourceUpdate) {}

  @Serves(fundingSourceRoutes.updateFundingSource)
  @UseGuards(OwnFundingSourceGuard)
  update(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateFundingSourceDto,
  ): Promise<ResourceAnswer<'funding-source'>> {
    return this.handler.execute(operation, id, body);
  }
}
