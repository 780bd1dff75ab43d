import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { namedResource } from '@halyard/http';
import { DataSource } from 'typeorm';
import { subscriberOf } from './subscription.answer.js';
import { Subscription } from './subscription.entity.js';

/**
 * Lets only the owner of a subscription use it, before the body is validated: `OwnResourceGuard` for an application.
 */
@Injectable()
export class OwnSubscriptionGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError NotFound unless the subscription in the path belongs to the caller's application */
  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    if (!(await this.dataSource.manager.existsBy(Subscription, { id, ...subscriberOf(operation) }))) {
      throw new DomainError('NotFound');
    }
    return true;
  }
}
