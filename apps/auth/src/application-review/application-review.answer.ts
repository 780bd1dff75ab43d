import { type LinksOf, ref, type ResourceAnswer } from '@halyard/contracts';
import { applicationAttributes } from '../account-applications/application.answer.js';
import type { Application } from '../application/application.entity.js';
import type { AuthConfig } from '../config.js';

/** An application as operators see it. Its links say what they can decide now. */
export function applicationReviewAnswer(
  application: Application,
  config: AuthConfig,
): ResourceAnswer<'application-review'> {
  const { id, accountId } = application;
  return {
    type: 'resource',
    kind: 'application-review',
    id,
    attributes: applicationAttributes(application, config),
    links: { account: ref('account', accountId), ...decisions(application) },
  };
}

function decisions({ id, kind, status, pending }: Application): LinksOf<'application-review'> {
  return {
    ...((status === 'waiting' || pending) && {
      approve: ref('approveApplication', id),
      reject: ref('rejectApplication', id),
    }),
    ...(status === 'active' && kind !== 'first-party' && { suspend: ref('suspendApplication', id) }),
    ...(status === 'suspended' && { reinstate: ref('reinstateApplication', id) }),
  };
}
