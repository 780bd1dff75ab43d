import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CollectionAnswer } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import {
  addBank,
  addCustomer,
  bank,
  change,
  faultsOf,
  FundingSources,
  openAccount,
  tellParty,
} from '../../../test/funding-sources.js';

type Query = Record<string, string | string[]>;

describe('GET /funding-sources', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  beforeEach(() => {
    principal = openAccount(sources);
  });

  const send = (query: Query = {}) => sources.service.call('GET', '/funding-sources', { principal, query });
  const list = async (query?: Query): Promise<CollectionAnswer> => {
    const { body } = await send(query);
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  };
  const idsOf = ({ items }: CollectionAnswer) => items.map(({ id }) => id);
  const holder = () => addCustomer(sources, principal, { type: 'personal', status: 'verified' });
  const remove = (id: string) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
  const ownBalance = () => balanceIdOf(principal.accountId);

  it('has those of the account and of its customers, the newest first, each as it is by itself', async () => {
    const strangers = openAccount(sources);
    await addBank(sources, strangers, addCustomer(sources, strangers));
    const first = await addBank(sources, principal, addCustomer(sources, principal), bank({ accountNumber: '123456' }));
    expect(idsOf(await list())).toEqual([ownBalance(), first]);
    const second = await addBank(sources, principal, holder());
    const page = await list();
    expect(page).toMatchObject({
      self: { kind: 'listFundingSources', id: '' },
      of: 'funding-source',
      links: { account: { kind: 'account', id: principal.accountId } },
      page: { limit: 25, offset: 0, anchor: '4' },
      total: 4,
    });
    expect(idsOf(page).slice(0, 2)).toContain(second);
    expect(idsOf(page).slice(2)).toEqual([ownBalance(), first]);
    for (const item of page.items) {
      const { body } = await sources.service.call('GET', `/funding-sources/${item.id}`, { principal });
      expect(item).toEqual(body);
    }
    expect(page.items.map(({ attributes }) => attributes['lastFour'])).toContain('3456');
  });

  it('has the balances of customers of whom nobody has told, however many they are', async () => {
    const holders = Array.from({ length: 7 }, () => holder());
    const unverified = addCustomer(sources, principal);
    const found = idsOf(await list());
    expect(new Set(found)).toEqual(new Set([ownBalance(), ...holders.map(({ partyId }) => balanceIdOf(partyId))]));
    expect(found).not.toContain(balanceIdOf(unverified.partyId));
    const asked = () => sources.service.services.calls.filter(({ path }) => path === '/internal/customers/holders');
    sources.service.services.calls.length = 0;
    holder();
    expect(await list()).toMatchObject({ total: 9 });
    // The newest page has one without a balance, the one behind it has none.
    expect(asked()).toHaveLength(2);
    sources.service.services.calls.length = 0;
    expect(await list()).toMatchObject({ total: 9 });
    expect(asked()).toHaveLength(1);
  });

  it('finds by ids what is known without asking for new customers, and a new balance by asking', async () => {
    const asked = () => sources.service.services.calls.filter(({ path }) => path === '/internal/customers/holders');
    const bankId = await addBank(sources, principal, holder());
    const newcomers = Array.from({ length: 7 }, () => holder());
    sources.service.services.calls.length = 0;
    expect(idsOf(await list({ id: [bankId, ownBalance()] }))).toHaveLength(2);
    expect(asked()).toEqual([]);
    const balance = balanceIdOf(newcomers[0]?.partyId ?? '');
    expect(idsOf(await list({ id: [bankId, balance] })).toSorted()).toEqual([bankId, balance].toSorted());
    expect(asked()).not.toEqual([]);
    const strangers = openAccount(sources);
    const anothers = await addBank(sources, strangers, addCustomer(sources, strangers));
    expect(idsOf(await list({ id: [anothers] }))).toEqual([]);
  });

  it('shows by filters, in any combination', async () => {
    const customer = holder();
    const kept = await addBank(sources, principal, customer);
    const removed = await addBank(sources, principal, customer);
    const other = await addBank(sources, principal, addCustomer(sources, principal));
    const strangers = openAccount(sources);
    const anothers = await addBank(sources, strangers, addCustomer(sources, strangers));
    await remove(removed);
    const balance = balanceIdOf(customer.partyId);
    await list();
    const shown = async (query: Query) => new Set(idsOf(await list(query)));
    const all = [kept, removed, other, balance, ownBalance()];
    const cases: [Query, string[]][] = [
      [{}, all],
      [{ removed: 'true' }, all],
      [{ removed: 'false' }, [kept, other, balance, ownBalance()]],
      [{ type: 'bank' }, [kept, removed, other]],
      [{ type: 'balance' }, [balance, ownBalance()]],
      [{ status: 'unverified' }, [kept, removed, other]],
      [{ status: 'verified', type: 'bank' }, []],
      [{ customerId: customer.partyId.toUpperCase() }, [kept, removed, balance]],
      [{ customerId: customer.partyId, type: 'bank', removed: 'false' }, [kept]],
      [{ customerId: principal.accountId }, []],
      [{ customerId: addCustomer(sources, openAccount(sources)).partyId }, []],
      [{ customerId: newId() }, []],
      [{ id: [kept, removed.toUpperCase(), anothers, newId()] }, [kept, removed]],
      [{ id: [kept, removed, other], removed: 'false', customerId: customer.partyId }, [kept]],
    ];
    for (const [query, expected] of cases) expect([query, await shown(query)]).toEqual([query, new Set(expected)]);
  });

  it('follows a bank that is verified, removed, and comes back', async () => {
    const id = await addBank(sources, principal, addCustomer(sources, principal), bank({ accountNumber: '90001234' }));
    expect(idsOf(await list({ type: 'bank', removed: 'false' }))).toEqual([id]);
    await remove(id);
    expect(idsOf(await list({ type: 'bank', removed: 'false' }))).toEqual([]);
    expect(await list()).toMatchObject({ total: 2 });
  });

  it('pages by limit, offset and anchor, while banks are added', async () => {
    const customer = addCustomer(sources, principal);
    for (let n = 0; n < 4; n += 1) await addBank(sources, principal, customer);
    const first = await list({ limit: '3' });
    await addBank(sources, principal, customer);
    const rest = await list({ limit: '3', offset: '3', anchor: first.page?.anchor ?? '' });
    expect(new Set([...idsOf(first), ...idsOf(rest)]).size).toBe(5);
    expect([first.total, rest.total, (await list()).total]).toEqual([5, 5, 6]);
  });

  it('numbers what nobody has listed, and each once however many ask', async () => {
    const customer = addCustomer(sources, principal);
    const ids = [await addBank(sources, principal, customer), await addBank(sources, principal, customer)];
    const sql = 'SELECT source_id AS id FROM listed_sources WHERE account_id = $1 ORDER BY number';
    const listed = () => sources.service.dataSource.query<{ id: string }[]>(sql, [principal.accountId]);
    await until('both are listed', async () => (await listed()).length === 2);
    expect((await listed()).map(({ id }) => id)).toEqual(ids);
    await Promise.all(Array.from({ length: 6 }, () => list()));
    expect(await listed()).toHaveLength(3);
  });

  it.each([
    [{ type: 'card' }, 'Invalid /query/type'],
    [{ status: 'open' }, 'Invalid /query/status'],
    [{ removed: 'no' }, 'Invalid /query/removed'],
    [{ customerId: 'ada' }, 'InvalidFormat /query/customerId'],
    [{ limit: '201' }, 'InvalidFormat /query/limit'],
  ])('refuses %j', async (query, fault) => {
    const { status, body } = await send(query);
    expect([status, faultsOf(body)]).toEqual([400, [fault]]);
  });

  it('offers a bank to be added while the account may have banks', async () => {
    const closed = async () => {
      const { body } = await sources.service.call('GET', '/funding-sources', { principal, wantsForms: true });
      return body.type === 'collection' && body.isClosed;
    };
    expect(await closed()).toBeUndefined();
    const account = sources.owners.get(principal.accountId);
    if (!account) throw new Error('no account');
    await tellParty(sources, change(sources, account, 'suspended'));
    expect(await closed()).toBe(true);
  });
});
