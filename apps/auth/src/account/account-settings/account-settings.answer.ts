import { defaultAccountSettings, ref, type ResourceAnswer } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import type { Account } from '../account.entity.js';

export function accountSettingsAnswer({
  id,
  settings,
  requiresSecondFactor,
}: Account): ResourceAnswer<'account-settings'> {
  const { weeklyLimitMinor, transferLimitMinor, sameDayClearing, wires } = settings ?? defaultAccountSettings;
  return {
    type: 'resource',
    kind: 'account-settings',
    id,
    attributes: {
      weeklyLimit: amountInUsd(BigInt(weeklyLimitMinor)),
      transferLimit: amountInUsd(BigInt(transferLimitMinor)),
      sameDayClearing,
      wires,
      requireSecondFactor: requiresSecondFactor,
    },
    links: { account: ref('account', id), edit: ref('account-settings', id) },
  };
}
