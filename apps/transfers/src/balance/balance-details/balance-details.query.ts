import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Operation, ref, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import { inquiredBalance } from '@halyard/contracts/funding-sources';
import { DomainError, amountInUsd } from '@halyard/core';
import { accountOf, ServiceCalls } from '@halyard/http';
import { Facts } from '../../facts/facts.js';
import { createdOf } from '../../facts/source-created.js';
import { Balances } from '../balances.js';

type BalanceAnswer = ResourceAnswer<'balance'> | ResourceAnswer<'balance-inquiry'>;

export class GetBalance extends Query<BalanceAnswer> {
  constructor(
    readonly operation: Operation,
    readonly fundingSourceId: string,
  ) {
    super();
  }
}

/** `balance` can be sent, `total` is posted (reference facts 6.8). For a bank, the service with its number is asked. */
@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(
    private readonly balances: Balances,
    private readonly facts: Facts,
    private readonly calls: ServiceCalls,
  ) {}

  /**
   * @throws DomainError NotFound; for a bank also InvalidResourceState, UnsupportedBank, UpdateCredentials,
   * UnavailableSite
   */
  async execute({ operation, fundingSourceId: id }: GetBalance): Promise<BalanceAnswer> {
    const known = await this.facts.source(id, operation);
    if (known?.source.accountId !== accountOf(operation)) throw new DomainError('NotFound');
    if (known.source.type === 'bank') return this.inquire(id, operation);
    const balance = await this.balances.current(id);
    return {
      type: 'resource',
      kind: 'balance',
      id,
      attributes: {
        balance: amountInUsd(balance.availableMinor),
        total: amountInUsd(balance.postedMinor),
        lastUpdated: balance.updatedAt ?? (await createdOf(known.source, this.calls, operation)),
      },
      links: { 'funding-source': ref('funding-source', id) },
    };
  }

  private async inquire(id: string, operation: Operation): Promise<BalanceAnswer> {
    const fact = await this.calls.ask(serviceRoutes.inquireBankBalance, id, operation);
    if (fact === undefined) throw new DomainError('NotFound');
    const said = inquiredBalance.parse(fact);
    const common = { type: 'resource', id, links: { 'funding-source': ref('funding-source', id) } } as const;
    if (said.status === 'processing') {
      return { ...common, kind: 'balance-inquiry', attributes: { status: said.status } };
    }
    const balance = amountInUsd(BigInt(said.availableMinor));
    const total = amountInUsd(BigInt(said.currentMinor));
    return { ...common, kind: 'balance', attributes: { balance, total, lastUpdated: said.at } };
  }
}
