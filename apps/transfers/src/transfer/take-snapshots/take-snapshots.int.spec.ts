import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SnapshotsTaken } from '@halyard/contracts/events';
import { Sealer } from '@halyard/persistence';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const metadata = { order: '17' };

describe('POST /internal/transfers/snapshots', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());

  async function take(accountId: string, ...wanted: readonly (readonly [id: string, version: number])[]) {
    const at = '2099-01-01T00:00:00.000Z';
    const { body } = await service.call('POST', '/internal/transfers/snapshots', {
      principal: servicePrincipal('webhooks'),
      body: { accountId, wanted: wanted.map(([id, version]) => ({ kind: 'transfer', id, key: id, version, at })) },
    });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return (body.fact as SnapshotsTaken).snapshots;
  }

  async function failed(world: World) {
    const bank = world.source(world.account, 'bank', { returns: { code: 'R01', isLate: false } });
    const id = await world.transfer(bank, world.source(world.account, 'balance'), '12.00', { metadata });
    const pending = (await world.call('GET', `/transfers/${id}`)).body;
    await world.simulate();
    await until('both are told', async () => (await service.recorded(id)).length === 2);
    return { id, pending, failed: (await world.call('GET', `/transfers/${id}`)).body };
  }

  it('answers a transfer as it was at each version, and with what it had failed by then', async () => {
    const world = new World(service);
    const { id, ...shown } = await failed(world);
    const failure = (await world.call('GET', `/transfers/${id}/failure`)).body;
    expect(await take(world.accountId, [id, 2], [id, 1], [id, 3])).toEqual([
      { ...shown.failed, attached: { failure } },
      shown.pending,
      'unknown',
    ]);
    expect(failure).toMatchObject({ attributes: { code: 'R01' } });
    expect(await take(new World(service).accountId, [id, 1])).toEqual(['unknown']);
  });

  it('leaves out what callers said of an account whose key was destroyed', async () => {
    const world = new World(service);
    const { id } = await failed(world);
    expect(await take(world.accountId, [id, 1])).toMatchObject([{ attributes: { metadata } }]);
    await service.get(Sealer).destroy(service.dataSource.manager, world.accountId);
    const [snapshot] = await take(world.accountId, [id, 1]);
    expect(snapshot).toMatchObject({ attributes: { amount: { value: '12.00' } } });
    expect(snapshot).not.toMatchObject({ attributes: { metadata: expect.anything() } });
  });
});
