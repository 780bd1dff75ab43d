import { type LinksOf, ref, type ResourceAnswer } from '@halyard/contracts';
import { applicationAttributes } from '../account-applications/application.answer.js';
import type { Application } from '../application/application.entity.js';
import type { AuthConfig } from '../config.js';
import { isWaiting, versionOf } from './waiting-version.js';

/** The answer's links are the decisions that an operator can take now. */
export function applicationReviewAnswer(
  application: Application,
  config: AuthConfig,
): ResourceAnswer<'application-review'> {
  const { id, accountId } = application;
  return {
    type: 'resource',
    kind: 'application-review',
    id,
    attributes: {
      ...applicationAttributes(application, config),
      ...(isWaiting(application) && { version: versionOf(application) }),
    },
    links: { account: ref('account', accountId), ...decisions(application) },
  };
}

function decisions(application: Application): LinksOf<'application-review'> {
  const { id, kind, status } = application;
  return {
    ...(isWaiting(application) && {
      approve: ref('approveApplication', id),
      reject: ref('rejectApplication', id),
    }),
    ...(status === 'active' && kind !== 'first-party' && { suspend: ref('suspendApplication', id) }),
    ...(status === 'suspended' && { reinstate: ref('reinstateApplication', id) }),
  };
}
