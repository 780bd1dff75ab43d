import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { accountOf, namedResource } from '@halyard/http';
import { DataSource } from 'typeorm';

/** Each row of the entity belongs to one account. */
interface OwnedResource {
  readonly id: string;
  readonly accountId: string;
}

/**
 * For routes that name a resource by `:id`, whose entity a subclass gives. Guards run before the body is validated, so
 * that another account's resource looks like a missing one, whatever is sent to it.
 * @throws DomainError NotFound unless the resource in the path belongs to the caller's account; Forbidden for a service
 */
@Injectable()
export abstract class OwnResourceGuard implements CanActivate {
  protected abstract readonly entity: Type<OwnedResource>;

  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    const isOwn = await this.dataSource.manager.existsBy(this.entity, { id, accountId: accountOf(operation) });
    if (!isOwn) throw new DomainError('NotFound');
    return true;
  }
}
