import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { sharedServiceRoutes } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { ServiceAnswer } from '@halyard/http';
import { startTestService, type TestService } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';
import { recallPayments } from './recall-payments.js';

describe('the record of a key whose payment began after the moment of the restored database', () => {
  let service: TestService;
  let another: TestService;
  let world: World;
  let key: string;
  let bank: FundingSourceFact;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    // The streams have the time of the machine.
    service = await startTestService(transfersService, { streams: 'postgres', clock: new TestClock(new Date()) });
    another = await startTestService(transfersService, { streams: 'postgres', beside: service });
  });
  afterAll(async () => {
    await another.stop();
    await service.stop();
  });
  beforeEach(() => {
    world = new World(service);
    key = newId();
    [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
  });

  const send = (value = '1.00', of = world, source = bank): Promise<ServiceAnswer> =>
    of.call('POST', '/transfers', { body: of.bodyOf(source, source === bank ? balance : bank, value), key });
  const recall = (now = service.clock.system()): Promise<number> =>
    recallPayments(service.get(EventStore), service.dataSource, now);
  const records = (): Promise<{ readonly operation_id: string }[]> =>
    service.dataSource.query('SELECT operation_id, first_used_at FROM operations ORDER BY id');

  const caughtUp = (): Promise<unknown> =>
    until('the read models have caught up', async () => {
      const head = await service.eventStore.head();
      const behind = await service.dataSource.query<unknown[]>('SELECT FROM projections WHERE position < $1', [
        head.toString(),
      ]);
      return behind.length === 0;
    });

  /** Lets something happen of which the restored database has nothing, and the streams everything. */
  const lost = async (happens: () => Promise<unknown>): Promise<void> => {
    await caughtUp();
    const before = await service.eventStore.head();
    await happens();
    await caughtUp();
    await service.dataSource.query('DELETE FROM operations');
    await service.dataSource.query('UPDATE projections SET furthest = $1', [before.toString()]);
  };

  it('is made from the stream, so that the repeat of any process finds the payment and makes no second one', async () => {
    let first: ServiceAnswer | undefined;
    await lost(async () => (first = await send()));
    expect(await recall()).toBe(1);
    const before = await service.eventStore.head();
    for (const one of [service, another]) {
      expect(await send('1.00', world.in(one))).toEqual({ ...first, isReplayed: true });
    }
    expect(await service.eventStore.head()).toBe(before);
  });

  it('refuses another body under the key, without pointers, since nobody knows the first body any more', async () => {
    await lost(() => send());
    await recall();
    const { status, body } = await send('2.00');
    expect([status, body]).toMatchObject([422, { code: 'IdempotencyKeyReused' }]);
    expect(body).not.toHaveProperty('faults');
  });

  it('tells who looks the key up what it stands for', async () => {
    let first: ServiceAnswer | undefined;
    await lost(async () => (first = await send()));
    await recall();
    const { applicationId, accountId } = world.principal;
    const { body } = await world.call('POST', sharedServiceRoutes.findKeyUses.path, {
      body: { accountId, applicationIds: [applicationId], key },
      principal: { kind: 'service', service: 'gateway' },
    });
    const id = first?.body.type === 'created' ? first.body.resource.id : undefined;
    expect(JSON.stringify(body)).toContain(`"path":"/transfers"`);
    expect(JSON.stringify(body)).toContain(id);
  });

  it('leaves the key of a payment that was refused free', async () => {
    const poor = world.source(world.account, 'balance');
    const asked = () => send('5.00', world, poor);
    let refused: ServiceAnswer | undefined;
    await lost(async () => (refused = await asked()));
    expect(refused?.status).toBe(400);
    await recall();
    const again = await asked();
    expect(again).toEqual(refused);
  });

  it('stands beside the record that an earlier, refused operation left', async () => {
    const poor = world.source(world.account, 'balance');
    expect((await send('5.00', world, poor)).status).toBe(400);
    const left = await service.dataSource.query<object[]>('SELECT * FROM operations');
    let second: ServiceAnswer | undefined;
    await lost(async () => (second = await send()));
    // The clock of the process that wrote them was ahead of the store's.
    for (const row of left) {
      await service.dataSource.query(
        `INSERT INTO operations (id, first_used_at, operation_id, account_time)
         SELECT id, first_used_at + interval '5 seconds', operation_id, account_time
         FROM jsonb_populate_record(NULL::operations, $1)`,
        [row],
      );
    }
    await recall();
    expect(await send()).toEqual({ ...second, isReplayed: true });
  });

  it('is made once, also if that is repeated, and not after 24 hours', async () => {
    await lost(() => send());
    expect(await recall(new Date(service.clock.system().getTime() + 2 * DAY_MS))).toBe(0);
    expect(await records()).toEqual([]);
    await recall();
    const once = await records();
    await recall();
    expect([once.length, await records()]).toEqual([1, once]);
  });

  it('is not asked of a payment without a key', async () => {
    await lost(() => world.transfer(bank, balance, '1.00'));
    expect(await recall()).toBe(0);
  });
});
