import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { DomainError, newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { RETURNS, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('POST /sandbox-simulations', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  it('has the banks move what is pending, once', async () => {
    const balance = await world.fundedBalance(world.account, '50.00');
    const bank = world.source(world.account, 'bank');
    await Promise.all(['1.00', '2.00', '3.00'].map((value) => world.transfer(balance, bank, value)));
    expect(await world.simulate()).toBe(3);
    expect(await world.simulate()).toBe(0);
  });

  it('leaves other accounts alone', async () => {
    const other = new World(service);
    await other.transfer(other.source(other.account, 'bank'), other.source(other.account, 'balance'), '1.00');
    expect(await world.simulate()).toBe(0);
    expect(await other.simulate()).toBe(1);
  });

  it('handles the newest 500', async () => {
    const bank = world.source(world.account, 'bank');
    const balance = world.source(world.account, 'balance');
    const first = await world.transfer(bank, balance, '1.00');
    await Promise.all(Array.from({ length: 500 }, () => world.transfer(bank, balance, '1.00')));
    expect(await world.simulate()).toBe(500);
    expect((await world.call('GET', `/transfers/${first}`)).body).toMatchObject({ attributes: { status: 'pending' } });
    expect(await world.simulate()).toBe(1);
    expect(await world.balanceOf(balance)).toEqual(['501.00', '501.00']);
  });

  it('answers the same to the same operation again', async () => {
    await world.transfer(world.source(world.account, 'bank'), world.source(world.account, 'balance'), '1.00');
    const operationId = newId();
    const simulate = () => world.call('POST', '/sandbox-simulations', { operationId });
    const first = await simulate();
    expect(first.body).toMatchObject({ kind: 'sandbox-simulation', attributes: { total: 1 } });
    expect(await simulate()).toEqual(first);
  });

  /** A transfer that its bank returns, of which another service is told. */
  const transferThatReturns = (balance: FundingSourceFact) =>
    world.transfer(world.source(world.account, 'bank', { returns: { code: 'R03', isLate: false } }), balance, '4.00');

  it('is finished by the same operation when it was cut off', async () => {
    const balance = world.source(world.account, 'balance');
    await transferThatReturns(balance);
    await world.transfer(world.source(world.account, 'bank'), balance, '1.00');
    service.services.answer(RETURNS.banks, new DomainError('ServiceUnavailable'));
    const operationId = newId();
    expect((await world.call('POST', '/sandbox-simulations', { operationId })).status).toBe(503);
    service.services.answer(RETURNS.banks, factAnswer([]));
    expect(await world.call('POST', '/sandbox-simulations', { operationId })).toMatchObject({
      status: 200,
      body: { attributes: { total: 2 } },
    });
    expect(await world.balanceOf(balance)).toEqual(['1.00', '1.00']);
  });

  it('is finished without anybody asking again, once', async () => {
    await transferThatReturns(world.source(world.account, 'balance'));
    service.services.answer(RETURNS.banks, new DomainError('ServiceUnavailable'));
    const operationId = newId();
    expect((await world.call('POST', '/sandbox-simulations', { operationId })).status).toBe(503);
    const bodies = () =>
      service.services.calls.filter(({ path }) => path.endsWith('/returns')).map(({ body }) => JSON.stringify(body));
    const before = bodies();
    service.services.answer(RETURNS.banks, factAnswer([]));
    service.clock.advance(60_000);
    service.get(DueWork).wake();
    await until('the owner is told', () => bodies().length > before.length);
    expect(new Set(bodies()).size).toBe(new Set(before).size);
    expect(await world.simulate()).toBe(0);
  });

  it('that was cut off takes the steps that it began with, at the time of its first try, and none that is newer', async () => {
    const [balance, bank] = [world.source(world.account, 'balance'), world.source(world.account, 'bank')];
    await world.transfer(bank, balance, '1.00');
    await transferThatReturns(balance);
    const operationId = newId();
    const simulate = () => world.call('POST', '/sandbox-simulations', { operationId });
    const first = service.clock.system().toISOString();
    service.services.answer(RETURNS.banks, new DomainError('ServiceUnavailable'));
    expect((await simulate()).status).toBe(503);

    const newer = await world.transfer(bank, balance, '2.00');
    service.services.answer(RETURNS.banks, factAnswer([]));
    service.clock.advance(1_000);
    expect((await simulate()).body).toMatchObject({ attributes: { total: 2 } });
    expect((await world.call('GET', `/transfers/${newer}`)).body).toMatchObject({ attributes: { status: 'pending' } });
    expect(await world.balanceOf(balance)).toEqual(['1.00', '1.00']);
    const { body } = await world.call('GET', `/funding-sources/${balance.fundingSourceId}/balance`);
    expect(body).toMatchObject({ attributes: { lastUpdated: first } });
  });

  it('settles each leg once when two come at once', async () => {
    const [balance, bank] = [world.source(world.account, 'balance'), world.source(world.account, 'bank')];
    await Promise.all(Array.from({ length: 20 }, () => world.transfer(bank, balance, '1.00')));
    await Promise.all([world.simulate(), world.simulate()]);
    expect(await world.balanceOf(balance)).toEqual(['20.00', '20.00']);
  });

  it('does not exist in production', async () => {
    const production = await startTestService(transfersService, {
      env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
    });
    expect((await production.call('POST', '/sandbox-simulations')).status).toBe(404);
    await production.stop();
  });
});
