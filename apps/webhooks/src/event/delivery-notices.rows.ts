import { isId } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/**
 * The Postgres channel that announces pending deliveries. The payload is one of: the number of a worker that got all of
 * them; the id of a subscription that has changed, so that its claimed deliveries are stale; or empty.
 */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** Tells all workers, on commit, that deliveries are pending. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

/** Makes workers read the deliveries of a subscription again, on commit, because its secret has changed. */
export async function announceChange(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, subscriptionId]);
}

export const changedSubscription = (payload: string): string | undefined => (isId(payload) ? payload : undefined);

/** Whether the worker of this number got everything that an announcement is about. */
export const wasHanded = (payload: string, worker: number): boolean => payload === worker.toString();
