import { Controller, Get, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError, amountInUsd } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { Facts } from '../../facts/facts.js';
import { Balances } from '../balances.js';

/** What a balance holds, from its stream: `balance` is what can be sent, `total` what is posted (reference facts 6.8). */
@Controller()
export class BalanceDetailsController {
  constructor(
    private readonly balances: Balances,
    private readonly facts: Facts,
  ) {}

  /** @throws DomainError NotFound, also for banks: their balance is an inquiry at the bank, which does not exist yet */
  @Get('/funding-sources/:id/balance')
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceDocument<'balance'>> {
    const accountId = accountOf(operation);
    const known = await this.facts.source(id, operation);
    if (known?.source.accountId !== accountId || known.source.type !== 'balance') throw new DomainError('NotFound');

    const balance = await this.balances.current(id);
    return {
      document: 'resource',
      kind: 'balance',
      id,
      attributes: {
        balance: amountInUsd(balance.availableMinor),
        total: amountInUsd(balance.postedMinor),
        // Nothing has touched it yet: then it is as old as the question.
        lastUpdated: balance.updatedAt ?? operation.at,
      },
      links: { 'funding-source': ref('funding-source', id) },
    };
  }
}
