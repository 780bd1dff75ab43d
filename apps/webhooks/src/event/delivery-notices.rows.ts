import { isId } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/**
 * The Postgres channel that announces pending deliveries. The payload is the number of a worker that already has all of
 * them, the id of a changed subscription whose claimed deliveries are out of date, or empty.
 */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** Tells all workers, once the transaction commits, that deliveries are pending. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

/**
 * Makes workers read a subscription's deliveries again, once the transaction commits, because its secret has changed.
 */
export async function announceChange(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, subscriptionId]);
}

export const changedSubscription = (payload: string): string | undefined => (isId(payload) ? payload : undefined);

/** Whether an announcement is about deliveries that the worker with this number already has. */
export const wasHanded = (payload: string, worker: number): boolean => payload === worker.toString();
