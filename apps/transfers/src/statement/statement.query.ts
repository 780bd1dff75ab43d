import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { accountOf, ServiceCalls, timeOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { Facts } from '../facts/facts.js';
import { createdOf } from '../facts/source-created.js';
import { balanceStream } from '../balance/balance.model.js';
import { postedLines, type PostedLines } from './statement-lines.js';
import type { StatementPeriod } from './statement-period.js';

const LINES_MAX = 10_000;

export interface Statement extends PostedLines {
  readonly fundingSourceId: string;
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
}

/** The postings to a balance in a period (contract of what no peer has, section 8b). */
export class GetStatement extends Query<Statement> {
  constructor(
    readonly operation: Operation,
    readonly fundingSourceId: string,
    readonly period: StatementPeriod,
  ) {
    super();
  }
}

@QueryHandler(GetStatement)
export class GetStatementHandler implements IQueryHandler<GetStatement> {
  constructor(
    private readonly facts: Facts,
    private readonly store: EventStore,
    private readonly calls: ServiceCalls,
  ) {}

  /** @throws DomainError NotFound, also for a bank; ValidationError */
  async execute({ operation, fundingSourceId, period }: GetStatement): Promise<Statement> {
    const known = await this.facts.source(fundingSourceId, operation);
    const accountId = accountOf(operation);
    if (known?.source.accountId !== accountId || known.source.type !== 'balance') throw new DomainError('NotFound');
    const now = timeOf(operation);
    const created = await createdOf(known.source, this.calls, operation);
    const { from = new Date(created), to = now } = period;
    const isAsked = period.from !== undefined || period.to !== undefined;
    if (to > now || (isAsked && from >= to)) throw validationError(usualFault('Invalid', '/query/to'));
    const ends = { from: from.toISOString(), to: to.toISOString() };
    const found = await postedLines(this.store, balanceStream(fundingSourceId), ends, LINES_MAX);
    if ('count' in found) {
      const more = `The period has ${found.count} postings, and a statement has at most ${LINES_MAX}.`;
      throw validationError(usualFault('Invalid', '/query/from', more));
    }
    return { fundingSourceId, accountId, ...ends, ...found };
  }
}
