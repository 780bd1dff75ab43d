import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';

/** Names an event that a read model can't take, and says why. */
export const UntakenEvent = ({
  of: { type, stream, revision, cause },
}: {
  readonly of: NonNullable<Api.ReadModel['stoppedAt']>;
}): ReactElement => (
  <span className="wraps">
    {type} {stream} {revision}: {cause}
  </span>
);
