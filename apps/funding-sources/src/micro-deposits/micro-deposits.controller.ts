import { Body, Controller, HttpStatus, Param, Res, UseGuards } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { CreatedAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { type Money, parseAmount } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { MicroDepositsStart } from './micro-deposits-start.js';
import { MicroDepositsDto } from './micro-deposits.dto.js';
import { MicroDepositsVerification } from './micro-deposits-verification.js';
import { OwnFundingSourceGuard } from '../funding-source/own-funding-source.guard.js';

@Controller()
export class MicroDepositsController {
  constructor(
    private readonly begin: MicroDepositsStart,
    private readonly verify: MicroDepositsVerification,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Creates micro-deposits without amounts, and verifies them with amounts: the status code says which. */
  @Serves(fundingSourceRoutes.startOrVerifyMicroDeposits)
  @UseGuards(OwnFundingSourceGuard)
  async beginOrVerify(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: MicroDepositsDto,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<CreatedAnswer | ResourceAnswer<'micro-deposits'>> {
    const amounts = amountsOf(body);
    if (amounts.length === 0) return this.begin.execute(operation, id);
    const document = await this.verify.execute(operation, id, amounts);
    this.host.httpAdapter.status(response, HttpStatus.OK);
    return document;
  }
}

const amountsOf = ({ amount1, amount2 }: MicroDepositsDto): Money[] =>
  [amount1, amount2].flatMap((amount) => parseAmount(amount?.value) ?? []);
