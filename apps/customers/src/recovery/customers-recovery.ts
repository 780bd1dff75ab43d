import { recordedSince, type RecoverySource } from '@halyard/recovery';
import { PERSON_ERASED } from '../erasure/erasure-entry.js';
import { orderErasure } from './ordered-erasures.rows.js';

/**
 * Orders the erasure of persons again whom the backup still has. The service carries it out once it starts, whatever
 * obstacles the older data contains (see `ErasureWork`).
 */
export const customersRecovery: RecoverySource = {
  kinds: [PERSON_ERASED],
  list: recordedSince,
  async apply({ dataSource, entries }) {
    let count = 0;
    for (const entry of entries) if (await orderErasure(dataSource, entry)) count += 1;
    return count > 0 ? [`${count} persons are erased as soon as the services start`] : [];
  },
};
