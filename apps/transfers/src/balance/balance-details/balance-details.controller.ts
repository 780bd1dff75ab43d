import { Controller, HttpStatus, Param, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { GetBalance } from './balance-details.query.js';

@Controller()
export class BalanceDetailsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Answers 202 if the bank has not answered yet. */
  @Serves(fundingSourceRoutes.getBalance)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<ResourceAnswer<'balance'> | ResourceAnswer<'balance-inquiry'>> {
    const answer = await this.queries.execute(new GetBalance(operation, id));
    if (answer.kind === 'balance-inquiry') this.host.httpAdapter.status(response, HttpStatus.ACCEPTED);
    return answer;
  }
}
