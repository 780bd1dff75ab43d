import type { KeyRecordName, Operation } from '@halyard/contracts';
import type { EventMetadata } from '@halyard/event-store';

export interface PaymentRequest {
  readonly id: string;
  /** Absent if a service asks on its own behalf. */
  readonly applicationId?: string;
  /** The person for whom the application acts, if any. */
  readonly personId?: string;
  /** Whether the request had an Idempotency-Key. The key itself is not kept. */
  readonly isKeyed: boolean;
  /** From this, the record of the key is made again after a restore. Absent in events of earlier versions. */
  readonly keyRecord?: KeyRecordName;
}

export function requestOf({ requestId, principal, key, keyRecord }: Operation): PaymentRequest {
  const isKeyed = key !== undefined;
  if (principal.kind !== 'application') return { id: requestId, isKeyed };
  return { id: requestId, applicationId: principal.applicationId, personId: principal.userId, isKeyed, keyRecord };
}

export const metadataOf = ({ id: operationId, traceparent }: Operation): EventMetadata => ({
  operationId,
  traceparent,
});
