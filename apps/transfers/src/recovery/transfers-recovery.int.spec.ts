import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { epochOfStreams, EventStore, requireInstallation, StoredInstallation } from '@halyard/event-store';
import { createLogger } from '@halyard/observability';
import type { RestoredData } from '@halyard/recovery';
import { startTestService, TestSealer, type TestService } from '@halyard/testing';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { furthestOf } from './furthest.rows.js';
import { transfersRecovery } from './transfers-recovery.js';

describe('the part of transfers in a restore', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    await requireInstallation(service.eventStore, new StoredInstallation(service.dataSource), 'halyard');
  });
  afterAll(() => service.stop());

  const restored = (epoch: number): RestoredData => ({
    restore: { id: newId(), at: service.clock.system(), epoch },
    entries: [],
    dataSource: service.dataSource,
    sealer: new TestSealer(),
    eventStore: service.eventStore,
    clock: service.clock,
    logger: createLogger({ service: 'transfers', level: 'error' }),
  });

  it('begins the epoch in the streams once, and knows the keys of payments, however often it is repeated', async () => {
    const world = new World(service);
    const [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
    const key = newId();
    const send = () => world.call('POST', '/transfers', { body: world.bodyOf(bank, balance, '1.00'), key });
    const first = await send();
    // Nobody moves the read models from here on, as in a restore.
    const readModels = service.get(ReadModels);
    await readModels.upToDate('transfers');
    await readModels.follower.stop();
    await service.dataSource.query('DELETE FROM operations');
    await service.dataSource.query('UPDATE projections SET furthest = 0');
    for (let n = 0; n < 2; n += 1) {
      expect(await transfersRecovery.apply(restored(2))).toEqual([expect.stringContaining('keys of payments')]);
    }
    expect(await epochOfStreams(service.get(EventStore))).toBe(2);
    expect(await send()).toEqual({ ...first, isReplayed: true });
  });

  it('is told how far the data has been in the streams', async () => {
    await service.dataSource.query('UPDATE projections SET furthest = 900 WHERE name = $1', ['ledger']);
    expect(await furthestOf(service.dataSource)).toBeGreaterThanOrEqual(900n);
  });
});
