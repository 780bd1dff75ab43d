import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { DomainError, newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { Sealer } from '@halyard/persistence';
import { createTestDatabase, factAnswer, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../test/world.js';
import { platformBalanceIdOf } from '../payment/micro-deposit-legs.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { verify } from '../verify/verify.session.js';

const ENDS = 'POST /internal/micro-deposits/ends';
const AT = '2026-03-02T09:00:00.000Z';

describe('micro-deposits', () => {
  let service: TestService;
  let world: World;
  let bank: FundingSourceFact;
  let paymentId: string;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = new World(service);
    bank = world.source(world.customer({ type: 'unverified', status: 'unverified' }), 'bank', { status: 'unverified' });
    paymentId = newId();
    service.services.answer(ENDS, factAnswer(null));
    expect((await pay()).status).toBe(200);
    service.services.calls.length = 0;
  });

  const pay = (over: object = {}, caller = servicePrincipal('funding-sources')) => {
    const { accountId, ownerKind, ownerId, fundingSourceId } = bank;
    const body = { accountId, ownerKind, ownerId, fundingSourceId, amountsMinor: ['3', '7'], at: AT, ...over };
    return service.call('PUT', `/internal/micro-deposits/${paymentId}`, { principal: caller, body });
  };
  const rename = (returns: FundingSourceFact['returns']) => {
    bank = { ...bank, returns, version: bank.version + 1 };
    return service.call('PUT', `/internal/funding-sources/${bank.fundingSourceId}`, {
      principal: servicePrincipal('funding-sources'),
      body: bank,
    });
  };
  /** What owners were told of micro-deposits and returns: `<path> <whose> <status or code>`. */
  const told = () =>
    service.services.calls
      .filter(({ method, path }) => method !== 'GET' && /\/(?:ends|returns)$/.test(path))
      .flatMap(({ path, body }) => {
        type Told = { id?: string; fundingSourceId?: string; status?: string; code?: string };
        const { ended = [], returns = [] } = body as { ended?: Told[]; returns?: Told[] };
        return [...ended, ...returns].map(({ id, fundingSourceId = id, status, code }) => {
          const whose = fundingSourceId === bank.fundingSourceId ? 'bank' : 'owner';
          return [path, whose, status, code].filter((part) => part !== undefined).join(' ');
        });
      });
  const platform = async () => {
    await service.get(ReadModels).upToDate('ledger');
    const sql = 'SELECT posted_minor FROM ledger_balances WHERE funding_source_id = $1';
    const [row] = await service.dataSource.query<{ posted_minor: string }[]>(sql, [
      platformBalanceIdOf(world.accountId),
    ]);
    return Number(row?.posted_minor);
  };
  const isBalanced = async () => {
    const { body } = await world.call('GET', '/ledger/trial-balance');
    return body.type === 'resource' && body.attributes['balanced'];
  };

  it('are paid once by the platform, which needs no funds, however often they are told', async () => {
    await Promise.all([pay(), pay(), pay({ amountsMinor: ['1', '1'] })]);
    expect(await platform()).toBe(-10);
  });

  it('count in a simulation, which says that they arrived before it answers', async () => {
    expect(await world.simulate()).toBe(2);
    expect(told()).toEqual(['/internal/micro-deposits/ends bank processed']);
    expect(await world.simulate()).toBe(0);
    expect([await platform(), await isBalanced()]).toEqual([-10, true]);
  });

  it('come back from a bank that is named for it: that is said first, and then what a return does', async () => {
    await rename({ code: 'R10', isLate: false });
    expect(await world.simulate()).toBe(2);
    const [first, ...others] = told();
    expect(first).toBe('/internal/micro-deposits/ends bank failed R10');
    expect(others.sort()).toEqual([
      '/internal/customers/returns owner R10',
      '/internal/funding-sources/returns bank R10',
    ]);
    expect([await platform(), await isBalanced()]).toEqual([0, true]);
  });

  it('come back at the second simulation from a bank that was named so at the first', async () => {
    await rename({ code: 'R03', isLate: true });
    await world.simulate();
    await rename(undefined);
    expect(await world.simulate()).toBe(0);
    expect(told()).toEqual([
      '/internal/micro-deposits/ends bank processed',
      '/internal/micro-deposits/ends bank failed R03',
      '/internal/funding-sources/returns bank R03',
    ]);
    expect([await platform(), await isBalanced()]).toEqual([0, true]);
  });

  it('arrive at a bank that was removed meanwhile', async () => {
    bank = { ...bank, removed: true };
    await rename(undefined);
    expect(await world.simulate()).toBe(2);
    expect(told()).toEqual(['/internal/micro-deposits/ends bank processed']);
  });

  it('answer 503 until their owner was told; the same operation again completes it, with the first total', async () => {
    const operationId = newId();
    service.services.answer(ENDS, new DomainError('ServiceUnavailable'));
    const simulate = () => world.call('POST', '/sandbox-simulations', { operationId });
    expect((await simulate()).status).toBe(503);
    service.services.answer(ENDS, factAnswer(null));
    expect(await simulate()).toMatchObject({ status: 200, body: { attributes: { total: 2 } } });
    expect(await platform()).toBe(-10);
  });

  it('are no transfers: no list, no link, no event and no request finds them', async () => {
    await world.simulate();
    const others = [`/transfers/${paymentId}`, `/transfers/${paymentId}/failure`, `/payments/${paymentId}`];
    for (const path of others) expect([path, (await world.call('GET', path)).status]).toEqual([path, 404]);
    const cancel = { body: { status: 'cancelled' } };
    expect((await world.call('POST', `/transfers/${paymentId}`, cancel)).status).toBe(404);
    const simulation = { body: { action: 'process' } };
    expect((await world.call('POST', `/transfers/${paymentId}/simulation`, simulation)).status).toBe(404);
    expect((await world.call('GET', `/funding-sources/${platformBalanceIdOf(world.accountId)}/balance`)).status).toBe(
      404,
    );
    for (const owner of [`accounts/${world.accountId}`, `customers/${bank.ownerId}`]) {
      expect((await world.call('GET', `/${owner}/transfers`)).body).toMatchObject({ total: 0 });
    }
    const sql = 'SELECT count(*)::int AS count FROM history WHERE account_id = $1';
    expect(await service.dataSource.query(sql, [world.accountId])).toEqual([{ count: 0 }]);
  });

  it('are begun by the owner of the bank alone, and by nothing that is no such fact', async () => {
    paymentId = newId();
    expect((await pay({}, servicePrincipal('customers'))).status).toBe(403);
    for (const odd of [{ amountsMinor: ['1'] }, { amountsMinor: ['1', '-1'] }, { ownerId: 'x' }, { at: 'now' }]) {
      expect([odd, (await pay(odd)).status]).toEqual([odd, 400]);
    }
    expect(await world.simulate()).toBe(2);
  });

  it('leave nothing that verification differs on', async () => {
    await world.simulate();
    for (const model of ['transfers', 'ledger', 'unfinishedPayments', 'statistics'] as const) {
      await service.get(ReadModels).upToDate(model);
    }
    const { options } = service.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('no Postgres');
    const scratch = await createTestDatabase();
    const { difference } = await verify({
      url: options.url,
      scratchUrl: scratch.url,
      store: service.get(EventStore),
      sealerOf: () => service.get(Sealer),
    });
    await scratch.drop();
    expect(difference).toBeUndefined();
  });
});
