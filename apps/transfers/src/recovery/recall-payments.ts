import { isKeptKey, type RecalledKey, recallKeys } from '@halyard/changes';
import type { EventStore, StoredEvent } from '@halyard/event-store';
import type { DataSource } from 'typeorm';
import { paymentEventOf, paymentStream } from '../payment/payment.model.js';
import { furthestOf } from './furthest.rows.js';
import { readToHead } from './read-to-head.js';

/**
 * Makes the records of Idempotency-Keys under which payments began after the moment to which the database was restored.
 * A client that repeats such a request gets its payment, and no second one. Streams that a read model had reached by
 * that moment need no reading: a key is recorded before its payment begins.
 *
 * @returns how many keys were read
 */
export async function recallPayments(store: EventStore, dataSource: DataSource, now: Date): Promise<number> {
  let recalled = 0;
  await readToHead(store, await furthestOf(dataSource), [paymentStream('')], async (events) => {
    const keys = events.flatMap((event) => keyOf(event) ?? []).filter((key) => isKeptKey(key, now));
    await recallKeys(dataSource, keys);
    recalled += keys.length;
  });
  return recalled;
}

/** The key under which a payment began. A payment that was refused before it began leaves its key free. */
function keyOf(stored: StoredEvent): RecalledKey | undefined {
  if (stored.type !== 'PaymentInitiated') return undefined;
  const { operationId } = stored.metadata;
  const event = paymentEventOf(stored);
  if (event.type !== 'PaymentInitiated' || operationId === undefined) return undefined;
  const { at, request } = event.data;
  return request?.keyRecord && { ...request.keyRecord, operationId, accountTime: at, firstUsed: stored.recordedAt };
}
