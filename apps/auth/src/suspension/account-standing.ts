import { ref, type ResourceAnswer } from '@halyard/contracts';
import type { Account } from '../account/account.entity.js';
import { standing } from './standing.js';

/** @param isOperating whether it is the installation's own account, which can't be suspended */
export const accountStandingAnswer = (account: Account, isOperating: boolean): ResourceAnswer<'account-standing'> => ({
  type: 'resource',
  kind: 'account-standing',
  id: account.id,
  attributes: { ...standing(account), name: account.name },
  links: {
    account: ref('account', account.id),
    edit: ref('account-settings', account.id),
    ...(account.suspendedAt && { reinstate: ref('reinstateAccount', account.id) }),
    ...(!account.suspendedAt && !isOperating && { suspend: ref('suspendAccount', account.id) }),
  },
});
