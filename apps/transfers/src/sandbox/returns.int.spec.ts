import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { balanceIdOf, type PartyFact } from '@halyard/contracts';
import { DomainError, newId, type ReturnCode } from '@halyard/core';
import { factDocument, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const BANK_RETURNS = 'POST /internal/funding-sources/:id/returns';
const CUSTOMER_RETURNS = 'POST /internal/customers/:id/returns';

describe('what banks return', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
    service.services.answer(BANK_RETURNS, factDocument(null));
    service.services.answer(CUSTOMER_RETURNS, factDocument(null));
    service.services.calls.length = 0;
  });

  const named = (code: ReturnCode, isLate = false) => ({ returns: { code, isLate } });
  const balance = (owner: PartyFact) => world.source(owner, 'balance', { fundingSourceId: balanceIdOf(owner.partyId) });
  const get = async (id: string, part = '') => world.call('GET', `/transfers/${id}${part}`);
  const statusOf = async (id: string) => (await get(id)).body;
  const simulate = (operationId = newId()) => world.call('POST', '/sandbox-simulations', { operationId });
  const told = () =>
    service.services.calls.filter(({ path }) => path.endsWith('/returns')).map(({ path, body }) => [path, body]);

  it('fails the transfer, says why, and is told to who owns bank and customer before the simulation answers', async () => {
    const plain = world.customer({ type: 'unverified', status: 'unverified' });
    const bank = world.source(plain, 'bank', named('R05'));
    const id = await world.transfer(bank, balance(world.account), '5.00');
    expect((await get(id, '/failure')).status).toBe(404);
    expect((await simulate()).status).toBe(200);
    expect(await statusOf(id)).toMatchObject({
      attributes: { status: 'failed' },
      links: { failure: { kind: 'transfer-failure', id }, cancel: undefined },
    });
    expect((await get(id, '/failure')).body).toMatchObject({
      attributes: { code: 'R05', description: 'Unauthorized Debit to Consumer Account' },
      links: {
        'failed-funding-source': { kind: 'funding-source', id: bank.fundingSourceId },
        customer: { kind: 'customer', id: plain.partyId },
      },
    });
    const returned = { code: 'R05', returnId: expect.any(String) };
    expect(told().sort()).toEqual([
      [`/internal/customers/${plain.partyId}/returns`, returned],
      [`/internal/funding-sources/${bank.fundingSourceId}/returns`, returned],
    ]);
  });

  it('never suspends the master account', async () => {
    const bank = world.source(world.account, 'bank', named('R05'));
    await world.transfer(bank, balance(world.account), '5.00');
    await simulate();
    expect(told().map(([path]) => path)).toEqual([`/internal/funding-sources/${bank.fundingSourceId}/returns`]);
  });

  it('does nothing else for a code without effects', async () => {
    await world.transfer(world.source(world.account, 'bank', named('R01')), balance(world.account), '5.00');
    await simulate();
    expect(told()).toEqual([]);
  });

  it('is completed by the repeat of a simulation whose owners were away, which answers the first total', async () => {
    const plain = world.customer({ type: 'receive-only', status: 'unverified' });
    const from = await world.fundedBalance(world.account, '20.00');
    const id = await world.transfer(from, world.source(plain, 'bank', named('R03')), '5.00');
    service.services.answer(BANK_RETURNS, new DomainError('ServiceUnavailable'));
    const operationId = newId();
    for (const _ of ['first', 'again']) expect((await simulate(operationId)).status).toBe(503);
    const first = told();
    expect(new Set(first.map((each) => JSON.stringify(each))).size).toBe(1);
    service.services.answer(BANK_RETURNS, factDocument(null));
    expect(await simulate(operationId)).toMatchObject({ status: 200, body: { attributes: { total: 1 } } });
    expect(told().at(-1)).toEqual(first[0]);
    expect(await statusOf(id)).toMatchObject({ attributes: { status: 'failed' } });
    expect(await world.balanceOf(from)).toEqual(['20.00', '20.00']);
  });

  it('comes late besides what is pending, does not count, and is fixed by the name at the first processing', async () => {
    const owner = world.customer();
    const bank = world.source(owner, 'bank', named('R01', true));
    const to = balance(owner);
    const id = await world.transfer(bank, to, '5.00');
    expect(await world.simulate()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ attributes: { status: 'processed' } });
    await world.call('PUT', `/internal/funding-sources/${bank.fundingSourceId}`, {
      principal: { kind: 'service', service: 'funding-sources' },
      body: { ...bank, returns: undefined, version: 2 },
    });
    await world.transfer(balance(owner), world.source(owner, 'bank'), '4.00');
    expect(await world.simulate()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ attributes: { status: 'failed' } });
    expect(await world.balanceOf(to)).toEqual(['-4.00', '-4.00']);
    expect(await service.recorded(to.fundingSourceId)).toMatchObject([
      { sequence: 1, type: 'transfers.balance-went-negative.v1', data: { ownerId: owner.partyId } },
    ]);
    expect(await world.simulate()).toBe(0);
    expect(faultsOf(await world.post(to, balance(world.account), '1.00'))).toEqual([
      'InsufficientFunds /_links/source/href',
    ]);
  });

  describe('one transfer alone', () => {
    const simulateOne = (id: string, body: object, operationId = newId()) =>
      world.call('POST', `/transfers/${id}/simulation`, { body, operationId });

    it('is processed, fails, or comes back late, and no other', async () => {
      const [bank, to] = [world.source(world.account, 'bank'), balance(world.account)];
      const ids = await Promise.all(['1.00', '2.00', '3.00'].map((value) => world.transfer(bank, to, value)));
      const [first = '', second = '', third = ''] = ids;
      expect(await simulateOne(first, { action: 'process' })).toMatchObject({
        status: 200,
        body: { attributes: { status: 'processed' } },
      });
      expect((await simulateOne(second, { action: 'fail', code: 'R09' })).body).toMatchObject({
        attributes: { status: 'failed' },
      });
      const operationId = newId();
      const late = await simulateOne(first, { action: 'lateReturn', code: 'R08' }, operationId);
      expect(late.body).toMatchObject({ attributes: { status: 'failed' } });
      expect(await simulateOne(first, { action: 'lateReturn', code: 'R08' }, operationId)).toEqual(late);
      expect((await get(first, '/failure')).body).toMatchObject({ attributes: { code: 'R08' } });
      expect(await statusOf(third)).toMatchObject({ attributes: { status: 'pending' } });
      expect(faultsOf(await simulateOne(second, { action: 'process' }))).toEqual(['NotAllowed /action']);
      expect(faultsOf(await simulateOne(third, { action: 'fail', code: 'R99' }))).toEqual(['Invalid /code']);
      expect(faultsOf(await simulateOne(third, { action: 'fail' }))).toEqual(['Required /code']);
      expect((await simulateOne(newId(), { action: 'process' })).status).toBe(404);
    });
  });
});
