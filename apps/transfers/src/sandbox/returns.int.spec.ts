import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import type { AppliedReturn } from '@halyard/contracts/transfers';
import { DomainError, newId, type ReturnCode } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, RETURNS, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

describe('what banks return', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
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
      ['/internal/customers/returns', { returns: [{ ...returned, id: plain.partyId }] }],
      ['/internal/funding-sources/returns', { returns: [{ ...returned, id: bank.fundingSourceId }] }],
    ]);
  });

  it('never suspends the master account', async () => {
    const bank = world.source(world.account, 'bank', named('R05'));
    await world.transfer(bank, balance(world.account), '5.00');
    await simulate();
    expect(told().map(([path]) => path)).toEqual(['/internal/funding-sources/returns']);
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
    service.services.answer(RETURNS.banks, new DomainError('ServiceUnavailable'));
    const operationId = newId();
    for (const _ of ['first', 'again']) expect((await simulate(operationId)).status).toBe(503);
    const first = told();
    expect(new Set(first.map((each) => JSON.stringify(each))).size).toBe(1);
    service.services.answer(RETURNS.banks, factAnswer([]));
    expect(await simulate(operationId)).toMatchObject({ status: 200, body: { attributes: { total: 1 } } });
    expect(told().at(-1)).toEqual(first[0]);
    expect(await statusOf(id)).toMatchObject({ attributes: { status: 'failed' } });
    expect(await world.balanceOf(from)).toEqual(['20.00', '20.00']);
  });

  it('is told of many at a time, in the same calls again, and stands here with what the owner answers', async () => {
    const from = await world.fundedBalance(world.account, '1000.00');
    const plain = world.customer({ type: 'receive-only', status: 'unverified' });
    const banks = Array.from({ length: TOLD_AT_ONCE_MAX + 1 }, () => world.source(plain, 'bank', named('R03')));
    const known = new Map(banks.map((bank) => [bank.fundingSourceId, bank]));
    for (const bank of banks) await world.transfer(from, bank, '1.00');
    const isAway = (returns: readonly unknown[]) => returns.length === 1;
    const answer = (refuses: typeof isAway) =>
      service.services.answer(RETURNS.banks, ({ body }) => {
        const { returns } = body as { readonly returns: readonly AppliedReturn[] };
        if (refuses(returns)) return new DomainError('ServiceUnavailable');
        return factAnswer(returns.map(({ id }) => ({ ...known.get(id), removed: true, version: 2 })));
      });
    answer(isAway);
    const operationId = newId();
    expect((await simulate(operationId)).status).toBe(503);
    const first = told();
    answer(() => false);
    service.services.calls.length = 0;
    expect(await simulate(operationId)).toMatchObject({ body: { attributes: { total: banks.length } } });
    expect(told()).toEqual(first);
    expect(told().map(([, body]) => (body as { returns: unknown[] }).returns.length)).toEqual([TOLD_AT_ONCE_MAX, 1]);

    service.services.calls.length = 0;
    for (const bank of banks.slice(0, 3)) {
      expect(faultsOf(await world.post(from, bank, '1.00'))).toEqual(['Invalid /_links/destination/href']);
    }
    expect(await world.balanceOf(from)).toEqual(['1000.00', '1000.00']);
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

    it('is the one that funds it where no bank has it by itself: a payment goes on by its own id', async () => {
      const [sender, receiver] = [world.customer(), world.customer()];
      const bank = world.source(sender, 'bank');
      const plain = world.customer({ type: 'receive-only', status: 'unverified' });
      const seen = async (id: string, body: object) => {
        const { status } = await simulateOne(id, body);
        const payment = (await world.call('GET', `/payments/${id}`)).body;
        const legs = payment.type === 'resource' ? payment.embedded?.['transfers'] : [];
        return [status, ...(legs ?? []).map(({ attributes }) => attributes['status'])];
      };
      const process = { action: 'process' };
      const late = { action: 'lateReturn', code: 'R01' };
      const toBalance = await world.transfer(bank, balance(receiver), '5.00');
      expect(await seen(toBalance, process)).toEqual([200, 'processed', 'processed']);
      expect(await seen(toBalance, process)).toEqual([400, 'processed', 'processed']);
      expect(await seen(toBalance, late)).toEqual([200, 'failed', 'failed']);
      const toBank = await world.transfer(bank, world.source(plain, 'bank'), '5.00');
      expect(await seen(toBank, process)).toEqual([200, 'processed', 'pending']);
      expect(await seen(toBank, process)).toEqual([200, 'processed', 'processed']);
      expect(await seen(toBank, late)).toEqual([200, 'processed', 'failed']);
      const failing = await world.transfer(bank, balance(receiver), '5.00');
      expect(await seen(failing, { action: 'fail', code: 'R01' })).toEqual([200, 'failed', 'failed']);
    });
  });
});
