import { newId } from '@halyard/core';
import { epochOfStreams } from '@halyard/event-store';
import { beginMessages } from './begin-messages.js';
import type { Restore } from './recovery-source.js';
import type { RestoredService } from './restored-service.js';
import { endRestore, newestRestore, storeRestore } from './restores.rows.js';
import { notRecorded, recordTakenAway } from './taken-away.rows.js';
import type { TakenAwayList } from './taken-away-list.js';

/** The kind of the entries that restores themselves write. */
const EPOCH_BEGUN = 'epoch-begun';

/**
 * Makes restored data fit to be served: begins an epoch, and lets each service, in the order given, apply the list and
 * do what else follows from a restore. Nothing may serve meanwhile. Killed and called again, it goes on with the same
 * restore.
 *
 * @returns lines for people
 */
export async function afterRestore(
  services: readonly RestoredService[],
  list: TakenAwayList,
): Promise<readonly string[]> {
  const restore = await begin(services, list);
  for (const { data } of services) await storeRestore(data.dataSource, restore);
  const entries = list.read();
  const lines = [`Epoch ${restore.epoch} begins.`, found(list, entries.length), ...(await beginMessages(services))];
  for (const { name, source, data } of services) {
    if (!source) continue;
    const own = entries.filter(({ what }) => source.kinds.includes(what));
    const missed = await notRecorded(data.dataSource, own);
    for (const line of await source.apply({ ...data, restore, entries: missed })) lines.push(`${name}: ${line}`);
    await data.dataSource.transaction((tx) => recordTakenAway(tx, ...missed));
  }
  for (const { data } of services) await endRestore(data.dataSource, restore);
  return lines;
}

/** Each epoch is an entry, so a list of one entry has nothing else. */
const found = ({ file }: TakenAwayList, count: number): string =>
  count > 1
    ? `${file} has ${count} entries.`
    : `${file} has nothing: if things were taken away after the backup, copy the list to its place, and do this again.`;

/** Notes a new restore in the list, or finds the one that was killed: the newest of the list, which has not ended. */
async function begin(services: readonly RestoredService[], list: TakenAwayList): Promise<Restore> {
  const newest = await Promise.all(services.map(({ data }) => newestRestore(data.dataSource)));
  const stored = newest.filter((restore) => restore !== undefined);
  const noted = list.read().filter(({ what }) => what === EPOCH_BEGUN);
  const lastId = noted.at(-1)?.['restoreId'];
  const unfinished = stored.find(({ id, ended }) => id === lastId && ended === null);
  if (unfinished) return unfinished;
  const ofStreams = await Promise.all(
    services.map(async ({ data: { eventStore } }) => (eventStore ? epochOfStreams(eventStore) : 0)),
  );
  const epochs = [...stored.map(({ epoch }) => epoch), ...noted.map(({ epoch }) => Number(epoch)), ...ofStreams];
  const at = services[0]?.data.clock.system() ?? new Date();
  const restore = { id: newId(), at, epoch: 1 + Math.max(0, ...epochs) };
  list.append([{ what: EPOCH_BEGUN, at: restore.at.toISOString(), epoch: restore.epoch, restoreId: restore.id }]);
  return restore;
}
