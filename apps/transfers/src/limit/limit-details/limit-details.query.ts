import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type AttributesOf, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError, amountInUsd, utcWeekBounds, utcWeekOf } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { Facts } from '../../facts/facts.js';
import { limitOf } from '../limit-of.js';
import { Limits } from '../limits.js';

/** The amounts that a customer may send and has sent (decision "limits"). */
export class GetCustomerLimits extends Query<ResourceAnswer<'customer-limits'>> {
  constructor(
    readonly operation: Operation,
    readonly customerId: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerLimits)
export class GetCustomerLimitsHandler implements IQueryHandler<GetCustomerLimits> {
  constructor(
    private readonly facts: Facts,
    private readonly limits: Limits,
  ) {}

  /** @throws DomainError NotFound */
  async execute({ operation, customerId: id }: GetCustomerLimits): Promise<ResourceAnswer<'customer-limits'>> {
    const accountId = accountOf(operation);
    const customer = await this.facts.customer(id, operation);
    if (customer?.accountId !== accountId) throw new DomainError('NotFound');
    return {
      type: 'resource',
      kind: 'customer-limits',
      id,
      attributes: await this.attributesOf(customer, operation),
      links: { customer: ref('customer', id) },
    };
  }

  /** @returns no limit for a party that can't send */
  private async attributesOf(customer: PartyFact, operation: Operation): Promise<AttributesOf<'customer-limits'>> {
    const limit = limitOf(customer, await this.facts.settings(customer.accountId, operation));
    if (limit?.kind !== 'weekly') return { transfer: limit && { limit: amountInUsd(limit.minor) } };
    const week = utcWeekOf(timeOf(operation));
    const used = await this.limits.used(customer.partyId, week);
    const { from, to } = utcWeekBounds(week);
    return {
      weekly: {
        limit: amountInUsd(limit.minor),
        used: amountInUsd(used),
        left: amountInUsd(used < limit.minor ? limit.minor - used : 0n),
        from: from.toISOString(),
        to: to.toISOString(),
      },
    };
  }
}
