import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerMoney } from '@halyard/contracts/customers';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { beginBeside, processOfAnotherBuild, rebuildBeside, swapped } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { Rebuilds } from '../projection/rebuild/rebuilds.js';
import { transfersService } from '../transfers.module.js';

describe('the erasure of a customer at transfers', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    world = new World(service);
  });
  afterAll(() => service.stop());

  const principal = servicePrincipal('customers');
  const moneyOf = async ({ partyId }: PartyFact): Promise<CustomerMoney> => {
    const { body } = await service.call('GET', `/internal/customers/${partyId}/money`, { principal });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return body.fact as CustomerMoney;
  };
  const erase = (partyId: string, by = principal) =>
    service.call('PUT', `/internal/customers/${partyId}/erasure`, {
      principal: by,
      body: { accountId: world.accountId, at: service.clock.system().toISOString() },
    });
  const metadataOf = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' ? body.attributes['metadata'] : body;
  };

  it('is asked what stands against it: a transfer under way, a balance, and when the last one was', async () => {
    const customer = world.customer();
    expect(await moneyOf(customer)).toEqual({ isPending: false, balanceMinor: '0' });
    const bank = world.source(customer, 'bank');
    const balance = world.source(customer, 'balance', { fundingSourceId: balanceIdOf(customer.partyId) });
    await world.transfer(bank, balance, '5.00');
    const lastTransferAt = service.clock.system().toISOString();
    expect(await moneyOf(customer)).toMatchObject({ isPending: true, balanceMinor: '0', lastTransferAt });
    await world.simulate();
    expect(await moneyOf(customer)).toMatchObject({ isPending: false, balanceMinor: '500' });
    await world.transfer(balance, bank, '5.00');
    expect(await moneyOf(customer)).toMatchObject({ isPending: true });
    await world.simulate();
    expect(await moneyOf(customer)).toEqual({ isPending: false, balanceMinor: '0', lastTransferAt });
  });

  it.each(['sender', 'receiver'] as const)(
    'is told that money is pending while a return is due that its %s may owe',
    async (side) => {
      const [sender, receiver] = [world.customer(), world.customer()];
      const from = world.source(sender, 'bank', { returns: { code: 'R01', isLate: true } });
      const held = world.source(receiver, 'balance', { fundingSourceId: balanceIdOf(receiver.partyId) });
      await world.transfer(from, held, '5.00');
      await world.simulate();
      await world.transfer(held, world.source(world.account, 'balance'), '5.00');
      const party = side === 'sender' ? sender : receiver;
      expect(await moneyOf(party)).toMatchObject({ isPending: true, balanceMinor: '0' });
      await world.simulate();
      const owed = side === 'sender' ? '0' : '-500';
      expect(await moneyOf(party)).toMatchObject({ isPending: false, balanceMinor: owed });
    },
  );

  it('forgets what callers noted of transfers with the person, for good, and nothing of the money', async () => {
    const [erased, other] = [world.customer(), world.customer()];
    const from = await world.fundedBalance(erased, '10.00');
    const to = world.source(other, 'balance');
    const metadata = { note: 'for Wilhelmina' };
    const shared = await world.transfer(from, to, '3.00', { metadata });
    const kept = await world.transfer(await world.fundedBalance(other, '1.00'), world.source(other, 'bank'), '1.00', {
      metadata,
    });
    expect(await metadataOf(shared)).toEqual(metadata);
    for (let time = 0; time < 2; time += 1) expect((await erase(erased.partyId)).status).toBe(200);
    const stands = async (): Promise<void> => {
      expect([await metadataOf(shared), await metadataOf(kept)]).toEqual([undefined, metadata]);
      expect(await world.balanceOf(from)).toEqual(['7.00', '7.00']);
      const { body } = await world.call('GET', `/customers/${erased.partyId}/transfers`);
      expect(body).toMatchObject({ total: 2 });
    };
    await stands();
    await rebuildBeside(service, service.get(ReadModels).transfers);
    await stands();
  });

  /** A transfer out of the balance of somebody about to be erased, with what its caller noted. */
  async function noted() {
    const erased = world.customer();
    const from = await world.fundedBalance(erased, '10.00');
    const id = await world.transfer(from, world.source(world.customer(), 'balance'), '3.00', {
      metadata: { note: 'for Wilhelmina' },
    });
    expect(await metadataOf(id)).toEqual({ note: 'for Wilhelmina' });
    return { erased, id };
  }

  it('is for good also where another process remembers the key, and builds its lists again', async () => {
    const { erased, id } = await noted();
    const beside = await startTestService(transfersService, { streams: 'postgres', beside: service });
    const body = { accountId: world.accountId, at: service.clock.system().toISOString() };
    const order = { principal, body };
    expect((await beside.call('PUT', `/internal/customers/${erased.partyId}/erasure`, order)).status).toBe(200);
    await rebuildBeside(service, service.get(ReadModels).transfers);
    expect(await metadataOf(id)).toBeUndefined();
    await beside.stop();
  });

  it('takes the metadata out of a copy that is being filled as well, listed there or not', async () => {
    const { erased, id } = await noted();
    const { transfers, keeper } = service.get(ReadModels);
    await beginBeside(service, transfers);
    await swapped(service, transfers);
    await keeper.stop();
    await beginBeside(service, transfers);
    const beside = 'transfers_beside.transfers';
    await service.dataSource.query(`INSERT INTO ${beside} SELECT * FROM transfers WHERE id = $1`, [id]);
    expect((await erase(erased.partyId)).status).toBe(200);
    const rows = () => service.dataSource.query<unknown[]>(`SELECT metadata FROM ${beside} WHERE id = $1`, [id]);
    expect(await rows()).toEqual([{ metadata: null }]);
    await service.dataSource.query(`TRUNCATE ${beside}`);
    keeper.start();
    await swapped(service, transfers);
    expect(await metadataOf(id)).toBeUndefined();
  });

  it('is not undone by a copy of a newer shape, which a process of 0.1.0 knows nothing of', async () => {
    const { erased, id } = await noted();
    const { transfers, keeper } = service.get(ReadModels);
    const before = await processOfAnotherBuild(service);
    await service.dataSource.query(`UPDATE projections SET shape = 1 WHERE name = 'transfers'`);
    keeper.look();
    await until('the copy is level', async () =>
      (await service.get(Rebuilds).list()).some(({ isCompared }) => isCompared),
    );
    await service.dataSource.transaction(async (tx) => {
      await service.get(Sealer).destroy(tx, erased.partyId);
      await tx.query('UPDATE transfers SET metadata = NULL WHERE id = $1', [id]);
    });
    const sql = 'SELECT metadata FROM transfers_beside.transfers WHERE id = $1';
    expect(await service.dataSource.query(sql, [id])).not.toEqual([{ metadata: null }]);
    await before.leave();
    await swapped(service, transfers);
    expect(await metadataOf(id)).toBeUndefined();
  });

  it('waits for a page that is being written, whose metadata it takes away as well', async () => {
    const { erased, id } = await noted();
    const page = service.dataSource.createQueryRunner();
    await page.startTransaction();
    await page.query(`UPDATE projections SET position = position WHERE name = 'transfers'`);
    const written = newId();
    await page.query(
      `INSERT INTO transfers
       SELECT (jsonb_populate_record(known, jsonb_build_object('id', $2::text))).* FROM transfers AS known WHERE id = $1`,
      [id, written],
    );
    await page.query(
      `INSERT INTO party_transfers
       SELECT (jsonb_populate_record(known, jsonb_build_object('transfer_id', $2::text, 'number', number + 100))).*
       FROM party_transfers AS known WHERE transfer_id = $1`,
      [id, written],
    );
    let isDone = false;
    const erasing = erase(erased.partyId).finally(() => (isDone = true));
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until('it waits', async () => isDone || (await service.dataSource.query<unknown[]>(waits)).length > 0);
    await page.commitTransaction();
    await page.release();
    expect((await erasing).status).toBe(200);
    const rows = await service.dataSource.query<unknown[]>('SELECT metadata FROM transfers WHERE id = ANY ($1)', [
      [id, written],
    ]);
    expect(rows).toEqual([{ metadata: null }, { metadata: null }]);
    // No event says that there is such a transfer.
    await service.dataSource.query('DELETE FROM transfers WHERE id = $1', [written]);
    await service.dataSource.query('DELETE FROM party_transfers WHERE transfer_id = $1', [written]);
  });

  it('is by customers alone', async () => {
    expect((await erase(newId(), servicePrincipal('webhooks'))).status).toBe(403);
    expect((await erase(newId())).status).toBe(200);
  });
});
