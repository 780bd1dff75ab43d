import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { accountOf, namedResource } from '@halyard/http';
import { DataSource } from 'typeorm';

/** A row that belongs to one account. */
interface OwnedResource {
  readonly id: string;
  readonly accountId: string;
}

/**
 * Guards routes that name a resource by `:id`. A subclass gives the resource's entity. Guards run before the body is
 * validated, so the resource of another account looks like a missing one, whatever the client sends.
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
