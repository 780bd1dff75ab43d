import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/statistics';
import { EventStore } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { contentOf, rebuildBeside } from '../../test/rebuild.js';
import { faultsOf, World } from '../../test/world.js';
import { Checkpoints } from '../projection/checkpoints.js';
import { Follower } from '../projection/follower.js';
import { PageWriter } from '../projection/page-writer.js';
import { StoredPages } from '../projection/pages.rows.js';
import { ReadModel } from '../projection/read-model.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { StatisticsProjection } from './statistics.projection.js';

type Query = Readonly<Record<string, string | string[]>>;

const TODAY = '2026-03-02';

describe('GET /accounts/{id}/statistics', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
    service.clock.set(new Date(`${TODAY}T12:00:00.000Z`));
  });

  const ask = (query: Query = {}, of = world) => world.call('GET', `/accounts/${of.accountId}/statistics`, { query });
  async function statistics(query?: Query): Promise<ResourceAnswer<'statistics'>['attributes']> {
    const { body } = await ask(query);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes as ResourceAnswer<'statistics'>['attributes'];
  }
  /** `<date> <flow> <status> <count> <amount>` of each row. */
  const days = async (query?: Query) =>
    (await statistics(query)).days.map(
      ({ date, flow, status, count, amount }) => `${date} ${flow} ${status} ${count} ${amount.value}`,
    );
  const totals = async (query?: Query) =>
    (await statistics(query)).totals.map(
      ({ flow, status, count, amount }) => `${flow} ${status} ${count} ${amount.value}`,
    );

  it('have an address that gives the same days again, whatever was left out', async () => {
    expect((await ask()).body).toMatchObject({ query: `?from=2026-02-01&to=${TODAY}` });
    expect((await ask({ from: TODAY })).body).toMatchObject({ query: `?from=${TODAY}&to=${TODAY}` });
  });

  it('counts payments of the account and its customers, and each fee, as they are now', async () => {
    const [ada, bob] = [world.customer(), world.customer()];
    const own = await world.fundedBalance(world.account, '100.00');
    const [adas, bobs] = [await world.fundedBalance(ada, '50.00'), world.source(bob, 'balance')];
    const fees = ['0.25', '1.00'].map((value) => ({
      _links: { 'charge-to': { href: `/customers/${ada.partyId}` } },
      amount: { value, currency: 'USD' },
    }));
    await world.transfer(adas, bobs, '3.00', { fees });
    await world.transfer(own, bobs, '4.00');
    const refused = await world.post(own, bobs, '100000.00');
    expect(refused.status).toBe(400);
    const late = world.source(bob, 'bank', { returns: { code: 'R01', isLate: true } });
    await world.transfer(late, bobs, '5.00');
    const taken = await world.transfer(own, world.source(world.account, 'bank'), '6.00');
    const before = await statistics();
    expect(await days()).toEqual([
      `${TODAY} balance-to-balance processed 2 7.00`,
      `${TODAY} balance-to-bank pending 1 6.00`,
      `${TODAY} bank-to-balance pending 1 5.00`,
      `${TODAY} bank-to-balance processed 2 150.00`,
      `${TODAY} fee processed 2 1.25`,
    ]);

    await world.call('POST', `/transfers/${taken}`, { body: { status: 'cancelled' } });
    await world.simulate();
    expect(await days()).toEqual([
      `${TODAY} balance-to-balance processed 2 7.00`,
      `${TODAY} balance-to-bank cancelled 1 6.00`,
      `${TODAY} bank-to-balance processed 3 155.00`,
      `${TODAY} fee processed 2 1.25`,
    ]);
    await world.simulate();
    expect((await days())[2]).toBe(`${TODAY} bank-to-balance failed 1 5.00`);
    const { events, now, ...after } = await statistics();
    expect(events).toBeGreaterThan(before.events);
    expect([after.from, after.to, now]).toEqual(['2026-02-01', TODAY, `${TODAY}T12:00:00.000Z`]);
    const tables = () => service.get(ReadModels).read('statistics', () => contentOf(service, ['daily_statistics']));
    const stored = await tables();
    await rebuildBeside(service, service.get(ReadModels).statistics);
    expect(await statistics()).toEqual({ events, now, ...after });
    expect(await tables()).toEqual(stored);
  });

  it('has a row for the day on which the payment was made, and sums of the days asked for', async () => {
    service.clock.set(new Date('2026-02-27T23:59:59.999Z'));
    const [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
    await world.transfer(bank, balance, '1.00');
    service.clock.set(new Date('2026-02-28T00:00:00.000Z'));
    await world.transfer(bank, balance, '2.00');
    service.clock.set(new Date(`${TODAY}T12:00:00.000Z`));
    await world.simulate();
    const [earlier, later] = ['2026-02-27', '2026-02-28'];
    expect(await days()).toEqual([
      `${earlier} bank-to-balance processed 1 1.00`,
      `${later} bank-to-balance processed 1 2.00`,
    ]);
    expect(await totals()).toEqual(['bank-to-balance processed 2 3.00']);
    expect(await totals({ from: later })).toEqual(['bank-to-balance processed 1 2.00']);
    expect(await totals({ to: earlier })).toEqual(['bank-to-balance processed 1 1.00']);
    expect(await statistics({ to: earlier })).toMatchObject({ from: '2026-01-29', to: earlier });
    expect(await statistics({ to: '0000-01-02' })).toMatchObject({ from: '0000-01-01', days: [], totals: [] });
  });

  it.each<[Query, string]>([
    [{ from: '2026-3-1' }, 'InvalidFormat /query/from'],
    [{ from: '2026-02-30' }, 'InvalidFormat /query/from'],
    [{ to: '2026-02-01T00:00:00Z' }, 'InvalidFormat /query/to'],
    [{ to: ['2026-02-01', '2026-02-01'] }, 'InvalidFormat /query/to'],
    [{ to: '2026-03-03' }, 'Invalid /query/to'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'Invalid /query/to'],
    [{ from: '2026-03-03' }, 'Invalid /query/to'],
    [{ from: '2025-01-26' }, 'Invalid /query/from'],
    [{ limit: '5' }, 'NotAllowed /query/limit'],
  ])('refuses %j', async (query, fault) => {
    expect(faultsOf(await ask(query))).toEqual([fault]);
  });

  it('takes 400 days, and is of nobody else', async () => {
    expect((await ask({ from: '2025-01-27' })).status).toBe(200);
    const other = new World(service);
    await other.fundedBalance(other.account, '9.00');
    expect((await ask({}, other)).status).toBe(404);
    expect(await days()).toEqual([]);
  });

  it('counts each payment once though three processes move it at once', async () => {
    const [store, checkpoints] = [service.get(EventStore), service.get(Checkpoints)];
    const followers = [1, 2].map(() => {
      const models = [new ReadModel(new StatisticsProjection(store), checkpoints, store)];
      const writer = new PageWriter(new StoredPages(service.dataSource));
      return new Follower({ store, checkpoints, writer, models, onFailure: () => undefined });
    });
    const from = await world.fundedBalance(world.account, '100.00');
    const to = world.source(world.customer(), 'balance');
    for (const follower of followers) follower.start();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([1, 2, 3].map(() => world.transfer(from, to, '1.00')));
    }
    expect(await days()).toContain(`${TODAY} balance-to-balance processed 30 30.00`);
    for (const follower of followers) await follower.stop();
  });
});
