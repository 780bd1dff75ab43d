import { pause } from '@halyard/core';
import { beginEpoch, PostgresEventStore, StoredInstallation } from '@halyard/event-store';
import type { RecoverySource } from '@halyard/recovery';
import { recallPayments } from './recall-payments.js';

/**
 * How long a process of the earlier epoch may still append before it notices that its epoch is over. Processes look
 * every two seconds.
 */
const NOTICED_MS = 6_000;

/** The part of transfers in a restore: its streams may be newer than its database, and another copy may use them. */
export const transfersRecovery: RecoverySource = {
  kinds: [],
  list: () => Promise.resolve({ entries: [], next: '' }),
  async apply({ dataSource, eventStore, clock, restore }) {
    if (!eventStore) throw new Error('transfers has no streams');
    const { id } = await new StoredInstallation(dataSource).read();
    await beginEpoch(eventStore, id, restore.epoch);
    // Streams in Postgres were restored with the database: nobody else appends to them.
    if (!(eventStore instanceof PostgresEventStore)) await pause(NOTICED_MS);
    const recalled = await recallPayments(eventStore, dataSource, clock.system());
    return [`${recalled} keys of payments that are newer than the database are known.`];
  },
};
