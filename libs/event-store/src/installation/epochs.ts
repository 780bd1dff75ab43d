import { newId, ServerUnusable } from '@halyard/core';
import { type EventStore, WrongExpectedRevision } from '../event-store.js';
import { holderOf, INSTALLATION_STREAM } from './installation.js';

/** A later epoch of the installation has begun on the same streams. The message says what to do. */
export class EpochOver extends ServerUnusable {}

/** The epoch of the streams. Without a restore it is zero. */
export const epochOfStreams = async (store: EventStore): Promise<number> => (await holderOf(store))?.epoch ?? 0;

/** Says in the streams that an epoch has begun, unless they say so already. May be repeated, by several processes. */
export async function beginEpoch(store: EventStore, installationId: string, epoch: number): Promise<void> {
  for (;;) {
    const holder = await holderOf(store);
    if (!holder || holder.epoch >= epoch) return;
    const events = [{ id: newId(), type: 'EpochBegun', data: { installationId, epoch } }];
    try {
      await store.append({ stream: INSTALLATION_STREAM, expected: holder.revision, events });
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

/**
 * Checks that no later epoch has begun, and that the streams still belong to the installation. A process that finds
 * this has to end: a restored copy, or an installation that took the streams over, works with them.
 *
 * @throws EpochOver, EventStoreUnavailable
 */
export async function requireEpoch(store: EventStore, installationId: string, epoch: number): Promise<void> {
  const holder = await holderOf(store);
  if (!holder) return;
  if (holder.id !== installationId) {
    throw new EpochOver(
      `Installation ${holder.id} took the streams over at ${holder.at.toISOString()}, so this process, of installation ` +
        `${installationId}, must not use them. Set EVENT_STORE_NAMESPACE to a namespace of its own, or leave it stopped.`,
    );
  }
  if (holder.epoch > epoch) {
    throw new EpochOver(
      `Epoch ${holder.epoch} of installation ${installationId} began on these streams at ${holder.at.toISOString()}, ` +
        `when a backup was restored, and this database is of epoch ${epoch}. If the restored copy is to serve, leave ` +
        'this one stopped. If this database is to serve, stop the copy, and run: npm run after-restore',
    );
  }
}
