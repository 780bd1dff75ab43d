import { Body, Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { Account } from '../account.entity.js';
import { accountSettingsAnswer } from './account-settings.answer.js';
import { ChangeAccountSettingsDto } from './change-account-settings.dto.js';
import { ChangeAccountSettingsHandler } from './change-account-settings.handler.js';

/** Settings that operators make for an account of any tenant. */
@Controller()
export class AccountSettingsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: ChangeAccountSettingsHandler,
  ) {}

  @Serves('getAccountSettings')
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'account-settings'>> {
    requireOperator(operation);
    const account = await this.dataSource.manager.findOneBy(Account, { id });
    if (!account) throw new DomainError('NotFound');
    return accountSettingsAnswer(account);
  }

  @Serves('changeAccountSettings')
  change(
    @Param('id', IdPipe) id: string,
    @Body() body: ChangeAccountSettingsDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'account-settings'>> {
    requireOperator(operation);
    return this.handler.change(operation, id, body);
  }
}
