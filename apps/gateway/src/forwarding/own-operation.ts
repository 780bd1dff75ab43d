import type { Operation } from '@halyard/contracts';
import { newId } from '@halyard/core';

/** An operation of the gateway itself, for no account and in system time. */
export const ownOperation = (now: Date, requestId: string = newId()): Operation => ({
  id: newId(),
  requestId,
  principal: { kind: 'service', service: 'gateway' },
  at: now.toISOString(),
});
