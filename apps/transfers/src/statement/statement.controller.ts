import { Readable } from 'node:stream';
import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { linkInPlace, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { accountRoutes } from '@halyard/contracts/accounts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { transferRoutes } from '@halyard/contracts/transfers';
import { amountInUsd } from '@halyard/core';
import { Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { statementCsv } from './statement.csv.js';
import { type StatementPeriod, statementPeriod } from './statement-period.js';
import { GetStatement, type Statement } from './statement.query.js';

const CSV = 'text/csv';

@Controller()
export class StatementController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(fundingSourceRoutes.getStatement)
  async get(
    @Param('id', IdPipe) id: string,
    @ReadQuery(statementPeriod) period: StatementPeriod,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { headers }: IncomingExchange,
  ): Promise<ResourceAnswer<'statement'> | Bytes> {
    const statement = await this.queries.execute(new GetStatement(operation, id, period));
    if (headers['accept'] !== CSV) return statementAnswer(statement, operation);
    return new Bytes(Readable.from([statementCsv(statement)], { objectMode: false }), {
      'content-type': `${CSV}; charset=utf-8; header=present`,
      'content-disposition': `attachment; filename="statement-${id}.csv"`,
    });
  }
}

function statementAnswer(statement: Statement, { at: made }: Operation): ResourceAnswer<'statement'> {
  const { fundingSourceId: id, accountId, from, to, opening, lines, closing } = statement;
  return {
    type: 'resource',
    kind: 'statement',
    id,
    query: `?${new URLSearchParams({ from, to }).toString()}`,
    attributes: {
      source: linkInPlace(fundingSourceRoutes.getFundingSource, id),
      account: linkInPlace(accountRoutes.getAccount, accountId),
      from,
      to,
      made,
      opening: { revision: opening.number, balance: amountInUsd(opening.total) },
      closing: { revision: closing.number, balance: amountInUsd(closing.total) },
      postings: lines.map(({ number, at, minor, total, transferId }) => ({
        revision: number,
        at,
        amount: amountInUsd(minor),
        balance: amountInUsd(total),
        transfer: linkInPlace(transferRoutes.getTransfer, transferId),
      })),
    },
    links: { 'funding-source': ref('funding-source', id), account: ref('account', accountId) },
  };
}
