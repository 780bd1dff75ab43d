import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type BankNumbersFound, bankNumbersQuery } from '@halyard/contracts/bank-files';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { FundingSourcesConfig } from '../../config.js';
import { PastBankNumbers } from './past-bank-numbers.query.js';

@Controller()
export class FindBankNumbersController {
  constructor(
    private readonly numbers: PastBankNumbers,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError NotFound in production; BadRequest */
  @Serves(serviceRoutes.findBankNumbers)
  async find(@Body() body: unknown): Promise<FactAnswer<BankNumbersFound>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const { data: query } = bankNumbersQuery.safeParse(body);
    if (!query) throw new DomainError('BadRequest');
    return { type: 'fact', fact: { banks: await this.numbers.find(query) } };
  }
}
