import { ref, type ResourceAnswer } from '@halyard/contracts';
import type { Account } from '../account/account.entity.js';

/** An account as operators see it. */
export const accountStandingAnswer = ({
  id,
  name,
  suspendedAt,
  reason,
  createdAt,
}: Account): ResourceAnswer<'account-standing'> => ({
  type: 'resource',
  kind: 'account-standing',
  id,
  attributes: {
    id,
    status: suspendedAt ? 'suspended' : 'active',
    ...(reason !== null && { reason }),
    created: createdAt.toISOString(),
    name,
  },
  links: {
    account: ref('account', id),
    ...(suspendedAt ? { reinstate: ref('reinstateAccount', id) } : { suspend: ref('suspendAccount', id) }),
  },
});
