import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('GET /sandbox-simulations/{id}/transfers', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  /** The id that the answer of a simulation links to. */
  async function simulate(operationId = newId()): Promise<string> {
    const { body } = await world.call('POST', '/sandbox-simulations', { operationId });
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    const link = body.links['transfers'];
    expect(link?.kind).toBe('listSimulatedTransfers');
    return link?.id ?? '';
  }
  const ask = (id: string, query: Record<string, string> = {}, by = world) =>
    by.call('GET', `/sandbox-simulations/${id}/transfers`, { query });
  async function list(id: string, query?: Record<string, string>): Promise<CollectionAnswer> {
    const { body } = await ask(id, query);
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  }
  const did = ({ items }: CollectionAnswer) => items.map(({ id, attributes }) => [id, attributes['did']]);
  const bankThat = (code?: 'R01' | 'R03', isLate = false) =>
    world.source(world.account, 'bank', code && { returns: { code, isLate } });

  it('says of each transfer what became of it, in order', async () => {
    const balance = world.source(world.account, 'balance');
    const settles = await world.transfer(bankThat(), balance, '1.00');
    const returns = await world.transfer(bankThat('R03'), balance, '2.00');
    const returnsLate = await world.transfer(bankThat('R01', true), balance, '3.00');
    const first = await simulate();
    const waits = await world.transfer(bankThat(), balance, '4.00');
    const second = await simulate();
    const page = await list(first);
    expect(page).toMatchObject({ self: { kind: 'listSimulatedTransfers', id: first }, of: 'transfer', total: 3 });
    expect(did(page)).toEqual([
      [settles, 'settled'],
      [returns, 'returned'],
      [returnsLate, 'settled'],
    ]);
    expect(page.items[1]).toMatchObject({ attributes: { status: 'failed' }, links: { failure: {} } });
    expect(did(await list(second))).toEqual([
      [waits, 'settled'],
      [returnsLate, 'late-return'],
    ]);
    expect(did(await list(first, { limit: '1', offset: '1' }))).toEqual([[returns, 'returned']]);
  });

  it('is the same for a repeat, and empty where nothing was pending', async () => {
    const id = await simulate();
    expect(await list(id)).toMatchObject({ items: [], total: 0 });
    const operationId = newId();
    await world.transfer(bankThat(), world.source(world.account, 'balance'), '1.00');
    const once = await list(await simulate(operationId));
    expect(await list(await simulate(operationId))).toEqual(once);
  });

  it('is another account’s, or nobody’s, for two days and not longer', async () => {
    const id = await simulate();
    expect((await ask(id, {}, new World(service))).status).toBe(404);
    expect((await ask(newId())).status).toBe(404);
    const age = (interval: string) =>
      service.dataSource.query('UPDATE simulations SET recorded_at = now() - $2::interval WHERE operation_id = $1', [
        id,
        interval,
      ]);
    await age('47 hours');
    expect((await ask(id)).status).toBe(200);
    await age('48 hours 1 second');
    expect((await ask(id)).status).toBe(404);
  });
});
