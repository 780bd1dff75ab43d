import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import { beginEpoch, EpochOver, epochOfStreams, requireEpoch } from './epochs.js';
import { INSTALLATION_STREAM, type Installation, requireInstallation, takeOver } from './installation.js';

describe('the epoch of streams', () => {
  const installation = (): { read: () => Promise<Installation>; markFounded: () => Promise<void>; id: string } => {
    const id = newId();
    let founded = false;
    return {
      id,
      read: () => Promise.resolve({ id, founded }),
      markFounded: () => Promise.resolve(void (founded = true)),
    };
  };
  let store: InMemoryEventStore;
  let original: ReturnType<typeof installation>;
  beforeEach(async () => {
    store = new InMemoryEventStore();
    original = installation();
    await requireInstallation(store, original, 'halyard');
  });
  const begun = async (): Promise<unknown[]> => {
    const found = [];
    for await (const { type, data } of store.read(INSTALLATION_STREAM)) {
      if (type === 'EpochBegun') found.push(data);
    }
    return found;
  };

  it('is zero without a restore, and the installation stays the one that founded them', async () => {
    expect(await epochOfStreams(store)).toBe(0);
    await requireEpoch(store, original.id, 0);
    await beginEpoch(store, original.id, 0);
    expect(await begun()).toEqual([]);
  });

  it('is begun once, also if several processes begin it at once or repeat it, and never goes back', async () => {
    await Promise.all([1, 2, 3, 4].map(() => beginEpoch(store, original.id, 3)));
    await beginEpoch(store, original.id, 3);
    await beginEpoch(store, original.id, 2);
    expect(await begun()).toEqual([{ installationId: original.id, epoch: 3 }]);
    expect(await epochOfStreams(store)).toBe(3);
    await requireInstallation(store, original, 'halyard');
  });

  it('lets the restored copy serve, and tells the original that its epoch is over and what to do', async () => {
    await beginEpoch(store, original.id, 1);
    await requireEpoch(store, original.id, 1);
    const refusal = requireEpoch(store, original.id, 0);
    await expect(refusal).rejects.toThrow(EpochOver);
    for (const said of ['Epoch 1', original.id, 'of epoch 0', 'npm run after-restore']) {
      await expect(refusal).rejects.toThrow(said);
    }
  });

  it('does not stop a database whose epoch the restored streams do not know yet', async () => {
    await requireEpoch(store, original.id, 2);
  });

  it('ends for a process whose streams another installation takes over, which keeps the epoch', async () => {
    await beginEpoch(store, original.id, 4);
    const fresh = installation();
    await takeOver(store, fresh, original.id);
    await expect(requireEpoch(store, original.id, 4)).rejects.toThrow(`Installation ${fresh.id} took the streams over`);
    expect(await epochOfStreams(store)).toBe(4);
    await expect(requireEpoch(store, fresh.id, 0)).rejects.toThrow('npm run after-restore');
  });
});
