import { newId } from '@halyard/core';
import type { RestoredData, TakenAway } from '@halyard/recovery';
import { webhooksRecovery } from '../../src/recovery/webhooks-recovery.js';
import type { WebhooksApp } from './webhooks-app.js';

/** What the service has for the list of what was taken away. */
export const listed = async ({ dataSource }: WebhooksApp): Promise<readonly TakenAway[]> =>
  (await webhooksRecovery.list(dataSource, undefined)).entries;

/** Takes an app's data for data that came from a backup, and does what follows from the restore. */
export async function restored(
  { dataSource }: WebhooksApp,
  epoch: number,
  entries: readonly TakenAway[] = [],
  at = new Date(),
): Promise<readonly string[]> {
  const restore = { id: newId(), at, epoch };
  await dataSource.query('INSERT INTO restores (epoch, id, at) VALUES ($1, $2, $3)', [epoch, restore.id, at]);
  return applied({ dataSource }, restore, entries);
}

/** Lets the service apply the list, as a restore does when it is repeated after a kill. */
export const applied = (
  { dataSource }: Pick<WebhooksApp, 'dataSource'>,
  restore: RestoredData['restore'],
  entries: readonly TakenAway[] = [],
): Promise<readonly string[]> => {
  const given: Pick<RestoredData, 'restore' | 'entries' | 'dataSource'> = { restore, entries, dataSource };
  return webhooksRecovery.apply(given as RestoredData);
};
