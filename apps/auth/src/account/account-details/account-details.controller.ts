import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, ref, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import { accountRoutes, type AccountStanding } from '@halyard/contracts/accounts';
import type {} from '@halyard/contracts/customers';
import type {} from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import type {} from '@halyard/contracts/sandbox-clock';
import type {} from '@halyard/contracts/statistics';
import type {} from '@halyard/contracts/transfers';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { AuthConfig } from '../../config.js';
import { partyFactOf, requireAccount } from '../account.entity.js';

/**
 * Answers the details of an account to the account's own applications (reference facts, sections 1 and 14.3), and to
 * other services.
 */
@Controller()
export class AccountDetailsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AuthConfig,
  ) {}

  /** @throws DomainError NotFound, also for an account that is not the caller's own */
  @Serves(accountRoutes.getAccount)
  async getAccount(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'account'>> {
    const { accountId, scopes } = applicationOf(operation);
    if (accountId !== id) throw new DomainError('NotFound');
    const { name, timezoneOffset, type } = await requireAccount(this.dataSource.manager, id);
    return {
      type: 'resource',
      kind: 'account',
      id,
      attributes: { id, ...(scopes.includes('accountinfofull') && { name, timezoneOffset, type }) },
      links: {
        receive: ref('createTransfer'),
        send: ref('createTransfer'),
        'funding-sources': ref('listAccountFundingSources', id),
        transfers: ref('listAccountTransfers', id),
        customers: scopes.includes('managecustomers') ? ref('listCustomers') : undefined,
        statistics: ref('statistics', id),
        clock: this.config.environment === 'sandbox' ? ref('sandbox-clock') : undefined,
      },
    };
  }

  @Serves(serviceRoutes.getAccountFact)
  async getAccountFact(@Param('id', IdPipe) id: string): Promise<FactAnswer<PartyFact>> {
    return { type: 'fact', fact: partyFactOf(await requireAccount(this.dataSource.manager, id)) };
  }

  /** @throws DomainError NotFound */
  @Serves(serviceRoutes.getAccountStandingFact)
  async getAccountStandingFact(@Param('id', IdPipe) id: string): Promise<FactAnswer<AccountStanding>> {
    const { suspendedAt } = await requireAccount(this.dataSource.manager, id);
    return { type: 'fact', fact: { isSuspended: suspendedAt !== null } };
  }
}
