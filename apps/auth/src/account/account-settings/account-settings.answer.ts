import { defaultAccountSettings, ref, type ResourceDocument } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import type { Account } from '../account.entity.js';

export function accountSettingsDocument({ id, settings }: Account): ResourceDocument<'account-settings'> {
  const { weeklyLimitMinor, transferLimitMinor, sameDayClearing, wires } = settings ?? defaultAccountSettings;
  return {
    document: 'resource',
    kind: 'account-settings',
    id,
    attributes: {
      weeklyLimit: amountInUsd(BigInt(weeklyLimitMinor)),
      transferLimit: amountInUsd(BigInt(transferLimitMinor)),
      sameDayClearing,
      wires,
    },
    links: { account: ref('account', id) },
  };
}
