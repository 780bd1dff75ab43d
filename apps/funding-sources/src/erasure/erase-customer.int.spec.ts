import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { ErasedError, Sealer } from '@halyard/persistence';
import { servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  bank,
  customerWithBank,
  endMicroDeposits,
  FundingSources,
  getSource,
  openAccount,
  usd,
} from '../../test/funding-sources.js';
import { Browser } from '../../test/linking.js';

const sources = new FundingSources();

describe('PUT /internal/customers/{id}/erasure', () => {
  const at = '2026-03-02T19:00:00.000Z';
  const erase = (customerId: string, accountId: string, call: { by?: 'customers' | 'webhooks'; body?: object } = {}) =>
    sources.service.call('PUT', `/internal/customers/${customerId}/erasure`, {
      principal: servicePrincipal(call.by ?? 'customers'),
      body: call.body ?? { accountId, at },
    });
  const rows = (table: string, column: string, id: string) =>
    sources.service.dataSource.query<object[]>(`SELECT * FROM ${table} WHERE ${column} = $1`, [id]);
  const removals = async (id: string) =>
    (await sources.service.recorded(id)).filter(({ type }) => type.endsWith('removed.v1')).length;

  it('removes banks, empties them, and makes what was kept of them unreadable', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const removed = await addBank(sources, principal, customer, bank({ name: 'Wilhelmina' }));
    await sources.service.call('POST', `/funding-sources/${removed}`, { principal, body: { removed: true } });
    const [{ sealed }] = await sources.service.dataSource.query<[{ sealed: Buffer }]>(
      'SELECT sealed FROM history WHERE key = $1 AND sequence = 1',
      [id],
    );
    await sources.service.dataSource.query('UPDATE funding_sources SET account_holders = $1 WHERE id = $2', [
      { selected: 'Wilhelmina', other: [] },
      id,
    ]);
    expect((await erase(customer.partyId, principal.accountId)).status).toBe(200);
    for (const one of [id, removed]) {
      expect((await getSource(sources, principal, one)).attributes).toMatchObject({ name: '', removed: true });
      expect(await rows('funding_sources', 'id', one)).toMatchObject([
        {
          routing_number: Buffer.of(),
          account_number: Buffer.of(),
          fingerprint: '',
          bank_name: '',
          account_holders: null,
        },
      ]);
      expect(await removals(one)).toBe(1);
    }
    const opened = sources.service.get(Sealer).open(customer.partyId, 'funding-sources.history', sealed);
    await expect(opened).rejects.toThrow(ErasedError);
  });

  it('ends what is under way in a browser, and forgets what a bank was asked', async () => {
    const browser = new Browser(sources, { type: 'personal', status: 'verified' });
    const { principal, customer } = browser;
    const id = await addBank(sources, principal, customer);
    await browser.session();
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    await sources.service.call('POST', path, { principal, body });
    const transfers = servicePrincipal('transfers');
    await sources.service.call('POST', `/internal/funding-sources/${id}/balance-inquiries`, { principal: transfers });
    expect(await rows('linking_sessions', 'owner_id', customer.partyId)).toHaveLength(1);
    expect(await rows('balance_inquiries', 'funding_source_id', id)).toHaveLength(1);
    await erase(customer.partyId, principal.accountId);
    expect(await rows('linking_sessions', 'owner_id', customer.partyId)).toEqual([]);
    expect(await rows('balance_inquiries', 'funding_source_id', id)).toEqual([]);
    // Work that was begun before and arrives later finds nothing to do.
    const completion = { accountId: principal.accountId, limit: 500 };
    const answers = [
      await sources.service.call('POST', '/internal/balance-inquiries/completions', {
        principal: transfers,
        body: completion,
      }),
      await endMicroDeposits(sources, id, { status: 'processed' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await sources.service.recorded(id)).at(-1)?.type).toContain('removed');
  });

  it('may be done twice, at once too, and leaves others alone', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const other = addCustomer(sources, principal);
    const kept = await addBank(sources, principal, other, bank({ name: 'Kept' }));
    const answers = await Promise.all([1, 2, 3].map(() => erase(customer.partyId, principal.accountId)));
    answers.push(await erase(customer.partyId, principal.accountId));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await removals(id)).toBe(1);
    expect((await getSource(sources, principal, kept)).attributes).toMatchObject({ name: 'Kept', removed: false });
  });

  it('is of a customer without banks too, by customers alone, in a whole order', async () => {
    const { accountId } = openAccount(sources);
    expect((await erase(newId(), accountId)).status).toBe(200);
    expect((await erase(newId(), accountId, { by: 'webhooks' })).status).toBe(403);
    expect((await erase(newId(), accountId, { body: {} })).status).toBe(400);
  });
});
