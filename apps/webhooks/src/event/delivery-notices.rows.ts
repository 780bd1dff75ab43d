import { isId } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/**
 * The Postgres channel that announces pending deliveries. The payload is the number of a worker that was handed all of
 * them; the id of a subscription that has changed, so that what was claimed of it is stale; else empty.
 */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** Tells all workers, on commit, that deliveries are pending. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

/** Makes workers read the deliveries of a subscription again, on commit: its secret is another one now. */
export async function announceChange(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, subscriptionId]);
}

/** The subscription that an announcement says has changed. */
export const changedSubscription = (payload: string): string | undefined => (isId(payload) ? payload : undefined);

/** Whether the worker of this number was handed all that an announcement is about. */
export const wasHanded = (payload: string, worker: number): boolean => payload === worker.toString();
