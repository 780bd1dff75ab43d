import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves, WaitEnd } from '@halyard/http';
import { IdPipe, ReadQuery, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { optionalWaitQuery } from '../../quiet/wait-query.js';
import { AdvanceEnds } from '../advance-ends.js';
import { type Advance, advancesOf, findAdvance } from '../advances.rows.js';
import { advanceAnswer } from '../clock.answer.js';
import { pageQuery } from '../../plain-queries.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class AdvancesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ends: AdvanceEnds,
  ) {}

  @Serves(sandboxClockRoutes.listSandboxClockAdvances)
  async list(
    @ReadQuery(pageQuery) page: ValuesOf<typeof pageQuery>,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const { total, advances } = await advancesOf(this.dataSource, accountOf(operation), page);
    return {
      type: 'collection',
      self: ref('listSandboxClockAdvances'),
      of: 'sandbox-clock-advance',
      items: advances.map(advanceAnswer),
      total,
      page,
    };
  }

  /** @throws DomainError NotFound for an advance of another account */
  @Serves(sandboxClockRoutes.getSandboxClockAdvance)
  async get(
    @Param('id', IdPipe) id: string,
    @ReadQuery(optionalWaitQuery) { wait }: ValuesOf<typeof optionalWaitQuery>,
    @CurrentOperation() operation: Operation,
    @WaitEnd() signal: AbortSignal,
  ): Promise<ResourceAnswer<'sandbox-clock-advance'>> {
    const first = await this.own(id, operation);
    if (wait === 0 || first.status !== 'advancing') return advanceAnswer(first);
    return advanceAnswer((await this.ends.wait(id, { waitMs: wait * 1_000, signal })) ?? first);
  }

  private async own(id: string, operation: Operation): Promise<Advance> {
    const advance = await findAdvance(this.dataSource, id);
    if (advance?.accountId !== accountOf(operation)) throw new DomainError('NotFound');
    return advance;
  }
}
