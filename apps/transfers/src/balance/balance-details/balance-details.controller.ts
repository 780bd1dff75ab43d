import { Controller, HttpStatus, Param, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FundingSourceFact, Operation, ResourceDocument } from '@halyard/contracts';
import { fundingSourceFact, inquiredBalance, ref, serviceRoutes } from '@halyard/contracts';
import { DomainError, amountInUsd } from '@halyard/core';
import { accountOf, CurrentOperation, ServiceCalls, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Facts } from '../../facts/facts.js';
import { Balances } from '../balances.js';

/**
 * What a balance holds, from its stream: `balance` can be sent, `total` is posted (reference facts 6.8). What a bank
 * holds is asked of the service that knows its number.
 *
 * @throws DomainError NotFound; for a bank also InvalidResourceState, UnsupportedBank, UpdateCredentials
 */
@Controller()
export class BalanceDetailsController {
  constructor(
    private readonly balances: Balances,
    private readonly facts: Facts,
    private readonly calls: ServiceCalls,
    private readonly host: HttpAdapterHost,
  ) {}

  /** @throws DomainError NotFound; of a bank also InvalidResourceState, UnsupportedBank, UpdateCredentials */
  @Serves('getBalance')
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<ResourceDocument<'balance'> | ResourceDocument<'balance-inquiry'>> {
    const accountId = accountOf(operation);
    const known = await this.facts.source(id, operation);
    if (known?.source.accountId !== accountId) throw new DomainError('NotFound');
    if (known.source.type === 'bank') {
      const document = await this.inquire(id, operation);
      if (document.kind === 'balance-inquiry') this.host.httpAdapter.status(response, HttpStatus.ACCEPTED);
      return document;
    }
    const balance = await this.balances.current(id);
    return {
      document: 'resource',
      kind: 'balance',
      id,
      attributes: {
        balance: amountInUsd(balance.availableMinor),
        total: amountInUsd(balance.postedMinor),
        lastUpdated: balance.updatedAt ?? (await this.createdOf(known.source, operation)),
      },
      links: { 'funding-source': ref('funding-source', id) },
    };
  }

  /** Asked of its owner where the known fact is older than the field. */
  private async createdOf(known: FundingSourceFact, operation: Operation): Promise<string> {
    if (known.created !== undefined) return known.created;
    const fact = await this.calls.ask(serviceRoutes.getFundingSourceFact, known.fundingSourceId, operation);
    const { created } = fundingSourceFact.parse(fact);
    if (created === undefined) throw new DomainError('ServiceUnavailable', { cause: 'the owner is an older version' });
    return created;
  }

  private async inquire(
    id: string,
    operation: Operation,
  ): Promise<ResourceDocument<'balance'> | ResourceDocument<'balance-inquiry'>> {
    const fact = await this.calls.ask(serviceRoutes.inquireBankBalance, id, operation);
    if (fact === undefined) throw new DomainError('NotFound');
    const said = inquiredBalance.parse(fact);
    const common = { document: 'resource', id, links: { 'funding-source': ref('funding-source', id) } } as const;
    if (said.status === 'processing') {
      return { ...common, kind: 'balance-inquiry', attributes: { status: said.status } };
    }
    const balance = amountInUsd(BigInt(said.availableMinor));
    const total = amountInUsd(BigInt(said.currentMinor));
    return { ...common, kind: 'balance', attributes: { balance, total, lastUpdated: said.at } };
  }
}
