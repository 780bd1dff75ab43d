import { recordedSince, type RecoverySource, type Restore, type TakenAway } from '@halyard/recovery';
import type { DataSource } from 'typeorm';
import { restartNumbers } from './restart-numbers.rows.js';
import { numberSources, reachedKinds } from './restarted-numbers.sql.js';

/**
 * After a restore, the numbers that clients remember go on above all that they can have seen (ADR 145): positions of
 * events, numbers of deliveries, and cursors of the log of requests.
 */
export const webhooksRecovery: RecoverySource = {
  kinds: Object.values(reachedKinds),
  list: recordedSince,
  apply: ({ dataSource, restore, entries }) => restart(dataSource, restore, entries),
};

async function restart(
  dataSource: DataSource,
  restore: Restore,
  entries: readonly TakenAway[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  await dataSource.transaction(async (tx) => {
    for (const source of numberSources) {
      const reached = entries.filter(({ what }) => what === reachedKinds[source.kind]).map(reachedOf);
      const count = await restartNumbers(tx, source, restore, reached);
      lines.push(`Numbers of ${source.kind} go on at a full million: ${count} ${source.owners}.`);
    }
  });
  return lines;
}

const reachedOf = ({ id, number, epoch }: TakenAway) => ({
  ownerId: String(id),
  number: Number(number),
  epoch: Number(epoch),
});
