import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('POST /transfers by the same operation again', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  it('is the same transfer, once', async () => {
    const from = await world.fundedBalance(world.account, '10.00');
    const to = world.source(world.customer(), 'balance');
    const operationId = newId();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await world.transfer(from, to, '3.00', { operationId }));
    expect(new Set(ids).size).toBe(1);
    expect(await world.balanceOf(from)).toEqual(['7.00', '7.00']);
  });

  it('at the same time too', async () => {
    const from = await world.fundedBalance(world.account, '10.00');
    const to = world.source(world.customer(), 'balance');
    const operationId = newId();
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.transfer(from, to, '3.00', { operationId })));
    expect(new Set(answers).size).toBe(1);
    expect(await world.balanceOf(to)).toEqual(['3.00', '3.00']);
  });

  it('is what it was, though the facts would forbid it now', async () => {
    const receiver = world.customer();
    const from = await world.fundedBalance(world.account, '10.00');
    const to = world.source(receiver, 'balance');
    const operationId = newId();
    const id = await world.transfer(from, to, '3.00', { operationId });
    const removed = { ...to, removed: true, version: 2 };
    world.tellSource(removed);
    const principal = { kind: 'service', service: 'funding-sources' } as const;
    await world.call('PUT', `/internal/funding-sources/${to.fundingSourceId}`, { body: removed, principal });

    expect(await world.transfer(from, to, '3.00', { operationId })).toBe(id);
    expect(faultsOf(await world.post(from, to, '3.00'))).toEqual(['Invalid /_links/destination/href']);
  });

  it('stays refused when funds have come since, and nothing is held', async () => {
    const from = world.source(world.account, 'balance');
    const to = world.source(world.customer(), 'balance');
    const operationId = newId();
    await world.post(from, to, '3.00', { operationId });
    await world.transfer(world.source(world.account, 'bank'), from, '5.00');
    await world.simulate();

    expect(faultsOf(await world.post(from, to, '3.00', { operationId }))).toEqual([
      'InsufficientFunds /_links/source/href',
    ]);
    expect(await world.balanceOf(from)).toEqual(['5.00', '5.00']);
  });

  it('is known by a record that was on disk before money moved', async () => {
    // A server that is killed forgets what is not, and the append that is made again would be a payment without a record.
    const { dataSource } = service;
    await dataSource.query(`
      CREATE TABLE commits AS SELECT ''::text AS synchronous;
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE TRIGGER note_commit AFTER INSERT ON operations FOR EACH ROW EXECUTE FUNCTION note_commit();
      TRUNCATE commits`);
    const body = {
      _links: {
        source: { href: `/funding-sources/${world.source(world.account, 'bank').fundingSourceId}` },
        destination: { href: `/funding-sources/${world.source(world.account, 'balance').fundingSourceId}` },
      },
      amount: { value: '1.00', currency: 'USD' },
    };
    expect((await world.call('POST', '/transfers', { body, key: newId() })).status).toBe(201);
    expect(await dataSource.query('SELECT synchronous FROM commits')).toEqual([{ synchronous: 'on' }]);
  });
});
