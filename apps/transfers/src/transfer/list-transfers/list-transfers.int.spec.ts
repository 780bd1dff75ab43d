import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { DAY_MS, newId } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('lists of transfers', () => {
  let service: TestService;
  let world: World;
  let sender: PartyFact;
  let receiver: PartyFact;
  let from: FundingSourceFact;
  let to: FundingSourceFact;
  /** The sender's, oldest first: a deposit, then five moves of 1.00, 2.00 ... a day apart, then a pending withdrawal. */
  const ids: string[] = [];
  beforeAll(async () => {
    service = await startTestService(transfersService);
    service.services.answer('POST /internal/customers/searches', factAnswer({ ids: [] }));
    world = new World(service);
    [sender, receiver] = [world.customer(), world.customer()];
    const bank = world.source(sender, 'bank');
    [from, to] = [world.source(sender, 'balance'), world.source(receiver, 'balance')];
    ids.push(await world.transfer(bank, from, '100.00', { correlationId: 'opening' }));
    await world.simulate();
    for (const dollars of [1, 2, 3, 4, 5]) {
      service.clock.advance(DAY_MS);
      ids.push(await world.transfer(from, to, `${dollars}.00`, { correlationId: `order-${dollars % 2}` }));
    }
    ids.push(await world.transfer(from, bank, '10.00'));
  });
  afterAll(() => service.stop());

  it('of a customer that may not send offer no transfer', async () => {
    const closed = async (party: PartyFact) => {
      const { body } = await world.call('GET', `/customers/${party.partyId}/transfers`, { wantsForms: true });
      return body.type === 'collection' && (body.isClosed ?? false);
    };
    const parties = [sender, world.customer({ status: 'suspended' }), world.customer({ type: 'receive-only' })];
    expect(await Promise.all(parties.map(closed))).toEqual([false, true, true]);
  });

  type Query = Readonly<Record<string, string>>;
  const answer = (path: string, query: Query = {}) => world.call('GET', path, { query });
  async function list(path: string, query: Query = {}): Promise<CollectionAnswer> {
    const { body } = await answer(path, query);
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  }
  const ofSender = (query?: Query) => list(`/customers/${sender.partyId}/transfers`, query);
  /** Which of `ids` a list shows, in its order. */
  const shown = ({ items }: CollectionAnswer): number[] => items.map(({ id }) => ids.indexOf(id));

  it('shows the newest first, with the number of all', async () => {
    const page = await ofSender();
    expect(shown(page)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(page).toMatchObject({
      self: { kind: 'listCustomerTransfers', id: sender.partyId },
      of: 'transfer',
      total: 7,
      page: { limit: 25, offset: 0, anchor: '7' },
    });
    expect(page).not.toHaveProperty('totalIsAtLeast');
  });

  it('shows a party its own part alone', async () => {
    expect(shown(await list(`/customers/${receiver.partyId}/transfers`))).toEqual([5, 4, 3, 2, 1]);
    expect(await list(`/accounts/${world.accountId}/transfers`)).toMatchObject({
      self: { kind: 'listAccountTransfers', id: world.accountId },
      total: 0,
    });
  });

  it('are empty behind their end', async () => {
    expect(await ofSender({ limit: '2', offset: '100' })).toMatchObject({ items: [], total: 7 });
  });

  it('keeps pages as they were when the first was read, by its anchor', async () => {
    const other = new World(service);
    const balance = await other.fundedBalance(other.account, '10.00');
    const target = other.source(other.customer(), 'balance');
    const path = `/accounts/${other.accountId}/transfers`;
    const read = async (query: Query) => (await other.call('GET', path, { query })).body as CollectionAnswer;

    const first = await read({ limit: '1' });
    await other.transfer(balance, target, '1.00');
    const { anchor } = first.page ?? {};
    expect(await read({ limit: '1', anchor: String(anchor) })).toEqual(first);
    expect(await read({ limit: '1', anchor: String(anchor), startAmount: '0' })).toMatchObject({ total: 1 });
    expect(await read({ limit: '1' })).toMatchObject({ total: 2, page: { anchor: '2' } });
  });

  /** Reference facts 7.7, the query of a list: its rows, and cases of each. */
  const rows: Readonly<Record<string, readonly (readonly [Query, readonly number[]])[]>> = {
    search: [
      [{ search: '' }, [6, 5, 4, 3, 2, 1, 0]],
      [{ search: ' ' }, [6, 5, 4, 3, 2, 1, 0]],
      [{ search: 'somebody' }, []],
      [{ search: 'x\0' }, []],
    ],
    'startAmount, endAmount': [
      [{ startAmount: '3.00' }, [6, 5, 4, 3, 0]],
      [{ endAmount: '3' }, [3, 2, 1]],
      [{ startAmount: '2', endAmount: '4.00' }, [4, 3, 2]],
      [{ startAmount: '0', endAmount: '1' }, [1]],
      [{ startAmount: '4', endAmount: '2' }, []],
    ],
    'startDate, endDate': [
      [{ startDate: '2026-03-06' }, [6, 5, 4]],
      [{ endDate: '2026-03-03' }, [1, 0]],
      [{ startDate: '2026-03-04', endDate: '2026-03-05' }, [3, 2]],
    ],
    status: [
      [{ status: 'pending' }, [6]],
      [{ status: 'processed', startAmount: '5' }, [5, 0]],
      [{ status: 'failed' }, []],
      [{ status: 'cancelled' }, []],
      [{ status: 'reclaimed' }, []],
    ],
    correlationId: [[{ correlationId: 'order-1' }, [5, 3, 1]]],
    'limit, offset': [
      [{ startAmount: '2', limit: '2', offset: '1' }, [5, 4]],
      [{ limit: '2', offset: '3' }, [3, 2]],
    ],
  };

  it('have cases for every row of 7.7', () => expect(Object.keys(rows)).toHaveLength(6));

  it.each(Object.entries(rows).flatMap(([row, cases]) => cases.map((one) => [row, ...one] as const)))(
    '%s: %j',
    async (_, query, expected) => {
      const page = await ofSender(query);
      expect(shown(page)).toEqual(expected);
      if (!('limit' in query)) expect(page.total).toBe(expected.length);
    },
  );

  it('searches for the id of a customer or of the account', async () => {
    expect(shown(await ofSender({ search: receiver.partyId.toUpperCase() }))).toEqual([5, 4, 3, 2, 1]);
    expect(shown(await ofSender({ search: sender.partyId }))).toEqual([6, 5, 4, 3, 2, 1, 0]);
    for (const search of [newId(), world.accountId]) expect(shown(await ofSender({ search }))).toEqual([]);

    const other = new World(service);
    const customer = other.customer();
    const id = await other.transfer(other.source(customer, 'bank'), other.source(other.account, 'balance'), '1.00');
    const query = { search: other.accountId };
    const { body } = await other.call('GET', `/customers/${customer.partyId}/transfers`, { query });
    expect(body.type === 'collection' && body.items.map((item) => item.id)).toEqual([id]);
  });

  it('shows a pending one as what it has become since', async () => {
    const other = new World(service);
    const balance = await other.fundedBalance(other.account, '10.00');
    await other.transfer(balance, other.source(other.account, 'bank'), '1.00');
    const path = `/accounts/${other.accountId}/transfers`;
    const totals = async () => {
      const statuses = ['pending', 'processed'].map((status) => other.call('GET', path, { query: { status } }));
      return (await Promise.all(statuses)).map(({ body }) => body.type === 'collection' && body.total);
    };
    expect(await totals()).toEqual([1, 1]);
    await other.simulate();
    expect(await totals()).toEqual([0, 2]);
  });

  it('counts a filter to 10,000 and says that there are more', async () => {
    const crowd = new World(service);
    const customer = crowd.customer();
    await crowd.transfer(crowd.source(customer, 'bank'), crowd.source(customer, 'balance'), '1.00');
    await list(`/accounts/${world.accountId}/transfers`);
    await service.dataSource.query(
      `INSERT INTO party_transfers
       SELECT $1, 1 + n, transfer_id, other_party_id, created, amount_minor, status, correlation_id
       FROM party_transfers, generate_series(1, 10000) AS n WHERE party_id = $1`,
      [customer.partyId],
    );

    const path = `/customers/${customer.partyId}/transfers`;
    const { body } = await crowd.call('GET', path, { query: { status: 'pending' } });
    expect(body).toMatchObject({ total: 10_000, totalIsAtLeast: true });
    const { body: exact } = await crowd.call('GET', path);
    expect(exact).toMatchObject({ total: 10_001 });
    expect(exact).not.toHaveProperty('totalIsAtLeast');
  });

  it('says of every parameter that it can not read', async () => {
    const query = {
      limit: '0',
      offset: '-1',
      anchor: 'x',
      startAmount: '1.001',
      endAmount: 'much',
      startDate: '2026-02-30',
      endDate: 'today',
      status: 'done',
      correlationId: 'a b',
      search: 'x'.repeat(256),
    };
    const { status, body } = await answer(`/customers/${sender.partyId}/transfers`, query);
    if (body.type !== 'error') throw new Error('no error');
    expect([status, body.code]).toEqual([400, 'ValidationError']);
    expect(body.faults?.map(({ path }) => path).sort()).toEqual(
      Object.keys(query)
        .map((name) => `/query/${name}`)
        .sort(),
    );
  });

  it('are not there for another account, and not for parties that nobody knows', async () => {
    const stranger = new World(service);
    for (const path of [`/customers/${sender.partyId}/transfers`, `/accounts/${world.accountId}/transfers`]) {
      expect(await stranger.call('GET', path)).toMatchObject({ status: 404 });
    }
    expect((await stranger.call('GET', `/transfers/${ids[1]}`)).status).toBe(404);
    expect((await answer(`/customers/${newId()}/transfers`)).status).toBe(404);
    expect((await answer(`/customers/${world.accountId}/transfers`)).status).toBe(404);
    expect((await answer(`/transfers/${newId()}`)).status).toBe(404);
  });
});
