import type { Operation } from '@halyard/contracts';
import type { EventMetadata } from '@halyard/event-store';

/** The request that asked for a payment, as the payment's first event keeps it. */
export interface PaymentRequest {
  readonly id: string;
  /** Absent where a service asks on its own behalf. */
  readonly applicationId?: string;
  /** The person for whom the application acts; absent where it acts for itself. */
  readonly personId?: string;
  /** Whether an Idempotency-Key came with it. The key itself is not kept. */
  readonly isKeyed: boolean;
}

export function requestOf({ requestId, principal, key }: Operation): PaymentRequest {
  const isKeyed = key !== undefined;
  if (principal.kind !== 'application') return { id: requestId, isKeyed };
  return { id: requestId, applicationId: principal.applicationId, personId: principal.userId, isKeyed };
}

/** What the events that an operation sets off say of it. */
export const metadataOf = ({ id: operationId, traceparent }: Operation): EventMetadata => ({
  operationId,
  traceparent,
});
