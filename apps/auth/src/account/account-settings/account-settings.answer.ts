import { ref, type ResourceAnswer } from '@halyard/contracts';
import { defaultAccountSettings } from '@halyard/contracts/parties';
import { amountInUsd } from '@halyard/core';
import type { Account } from '../account.entity.js';

export const accountSettingsAnswer = (account: Account): ResourceAnswer<'account-settings'> => ({
  type: 'resource',
  kind: 'account-settings',
  id: account.id,
  attributes: attributesOf(account),
  links: { account: ref('account', account.id), edit: ref('account-settings', account.id) },
});

export const ownAccountSettingsAnswer = (account: Account): ResourceAnswer<'own-account-settings'> => ({
  type: 'resource',
  kind: 'own-account-settings',
  id: account.id,
  attributes: attributesOf(account),
  links: { account: ref('account', account.id) },
});

function attributesOf({ settings, requiresSecondFactor }: Account) {
  const { weeklyLimitMinor, transferLimitMinor, sameDayClearing, wires } = settings ?? defaultAccountSettings;
  return {
    weeklyLimit: amountInUsd(BigInt(weeklyLimitMinor)),
    transferLimit: amountInUsd(BigInt(transferLimitMinor)),
    sameDayClearing,
    wires,
    requireSecondFactor: requiresSecondFactor,
  };
}
