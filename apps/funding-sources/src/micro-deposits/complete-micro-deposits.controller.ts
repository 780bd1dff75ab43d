import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { FactDocument, Operation } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { BetweenServices, CurrentOperation, IsResourceId, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { IsInt, IsPositive } from 'class-validator';
import { In } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { SourceHistory } from '../funding-source/source-history.js';

class CompleteMicroDepositsDto {
  @IsResourceId()
  readonly accountId!: string;

  @IsInt()
  @IsPositive()
  readonly limit!: number;
}

@Controller()
export class CompleteMicroDepositsController {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
  ) {}

  /** A simulation of bank processing has the account's micro-deposits arrive, the oldest first. */
  @Post(serviceRoutes.completeMicroDeposits.path)
  @BetweenServices('completeMicroDeposits')
  @HttpCode(200)
  complete(
    @CurrentOperation() operation: Operation,
    @Body() { accountId, limit }: CompleteMicroDepositsDto,
  ): Promise<FactDocument<{ total: number }>> {
    const at = timeOf(operation);
    return this.changes.run(operation, async (change) => ({
      document: 'fact',
      fact: { total: await this.completePending(change, accountId, limit, at) },
    }));
  }

  private async completePending(change: Change, accountId: string, limit: number, at: Date): Promise<number> {
    const pending = await change.tx.find(FundingSource, {
      where: { accountId, microDepositsStatus: 'pending' },
      order: { position: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    const processed = { microDepositsStatus: 'processed' } as const;
    const ids = pending.map(({ id }) => id);
    await change.tx.update(FundingSource, { id: In(ids) }, { ...processed, version: () => 'version + 1' });
    for (const source of pending) {
      const completed = { ...source, ...processed, version: source.version + 1 };
      await this.history.record(change, completed, { type: 'funding-sources.micro-deposits-completed.v1', at });
    }
    return pending.length;
  }
}
