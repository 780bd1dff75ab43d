import type { Operation } from '@halyard/contracts';
import { newId } from '@halyard/core';

/** What the gateway asks for itself, for no account: at the system's time. */
export const ownOperation = (now: Date, requestId: string = newId()): Operation => ({
  id: newId(),
  requestId,
  principal: { kind: 'service', service: 'gateway' },
  at: now.toISOString(),
});
