import { Injectable } from '@nestjs/common';
import { type Operation, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import type { AuthFact } from '@halyard/contracts/accounts';
import { type AccountSettings, defaultAccountSettings } from '@halyard/contracts/parties';
import { Clock, DomainError, parseAmount } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { Account, partyFactOf } from '../account.entity.js';
import { accountSettingsAnswer } from './account-settings.answer.js';
import type { ChangeAccountSettingsDto } from './change-account-settings.dto.js';

/**
 * Changes an account's settings, and tells the service transfers, which applies them, before the operator gets an
 * answer.
 */
@Injectable()
export class AccountSettingsChange {
  constructor(
    private readonly changes: Changes,
    private readonly calls: ServiceCalls,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError NotFound; ServiceUnavailable if the change was made but transfers was not told: repeating the
   * request tells transfers
   */
  async change(
    operation: Operation,
    id: string,
    body: ChangeAccountSettingsDto,
  ): Promise<ResourceAnswer<'account-settings'>> {
    const at = await this.clock.now(id);
    return this.changes.run(operation, (change) => apply(change, id, body, at), {
      tell: () => this.tell(operation, id),
    });
  }

  private async tell(operation: Operation, id: string): Promise<void> {
    const fact = partyFactOf(await this.dataSource.manager.findOneByOrFail(Account, { id }));
    await this.calls.tell(serviceRoutes.tellTransfersOfParty, id, fact, operation);
  }
}

async function apply(
  { tx, record }: Change,
  id: string,
  body: ChangeAccountSettingsDto,
  at: Date,
): Promise<ResourceAnswer<'account-settings'>> {
  const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!account) throw new DomainError('NotFound');
  account.settings = settingsAfter(account.settings ?? defaultAccountSettings, body);
  account.requiresSecondFactor = body.requireSecondFactor ?? account.requiresSecondFactor;
  account.version += 1;
  const { settings, requiresSecondFactor, version } = account;
  await tx.update(Account, { id }, { settings, requiresSecondFactor, version });
  const fact: AuthFact = {
    type: 'auth.account-settings-changed.v1',
    data: { accountId: id, fact: partyFactOf(account) },
  };
  await record({ key: id, accountId: id, ...fact, at });
  return accountSettingsAnswer(account);
}

function settingsAfter(before: AccountSettings, body: ChangeAccountSettingsDto): AccountSettings {
  const { weeklyLimit, transferLimit, sameDayClearing, wires } = body;
  return {
    weeklyLimitMinor: parseAmount(weeklyLimit?.value)?.minor.toString() ?? before.weeklyLimitMinor,
    transferLimitMinor: parseAmount(transferLimit?.value)?.minor.toString() ?? before.transferLimitMinor,
    sameDayClearing: sameDayClearing ?? before.sameDayClearing,
    wires: wires ?? before.wires,
  };
}
