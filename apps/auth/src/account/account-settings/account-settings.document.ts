import { defaultAccountSettings, ref, type ResourceDocument } from '@halyard/contracts';
import { formatAmount } from '@halyard/core';
import type { Account } from '../account.entity.js';

export function accountSettingsDocument({ id, settings }: Account): ResourceDocument<'account-settings'> {
  const { weeklyLimitMinor, transferLimitMinor, sameDayClearing, wires } = settings ?? defaultAccountSettings;
  const limit = (minor: string) => ({ value: formatAmount(BigInt(minor)), currency: 'USD' as const });
  return {
    document: 'resource',
    kind: 'account-settings',
    id,
    attributes: {
      weeklyLimit: limit(weeklyLimitMinor),
      transferLimit: limit(transferLimitMinor),
      sameDayClearing,
      wires,
    },
    links: { account: ref('account', id) },
  };
}
