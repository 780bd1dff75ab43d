import { Body, Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { accountRoutes } from '@halyard/contracts/accounts';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { requireAccount } from '../account.entity.js';
import { accountSettingsAnswer, ownAccountSettingsAnswer } from './account-settings.answer.js';
import { ChangeAccountSettingsDto } from './change-account-settings.dto.js';
import { AccountSettingsChange } from './account-settings-change.js';

/** Serves the settings of accounts. Operators make them for any account, and everybody in the account may read them. */
@Controller()
export class AccountSettingsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: AccountSettingsChange,
  ) {}

  @Serves(accountRoutes.getAccountSettings)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'account-settings'>> {
    requireOperator(operation);
    return accountSettingsAnswer(await requireAccount(this.dataSource.manager, id));
  }

  /** @throws DomainError NotFound, also for an account that is not the caller's own */
  @Serves(accountRoutes.getOwnAccountSettings)
  async getOwn(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'own-account-settings'>> {
    if (applicationOf(operation).accountId !== id) throw new DomainError('NotFound');
    return ownAccountSettingsAnswer(await requireAccount(this.dataSource.manager, id));
  }

  @Serves(accountRoutes.changeAccountSettings)
  change(
    @Param('id', IdPipe) id: string,
    @Body() body: ChangeAccountSettingsDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'account-settings'>> {
    requireOperator(operation);
    return this.handler.change(operation, id, body);
  }
}
