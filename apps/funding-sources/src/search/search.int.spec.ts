import { describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { searchFound } from '@halyard/contracts/search';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import { addBank, addCustomer, bank, FundingSources, openAccount } from '../../test/funding-sources.js';

describe('a search among banks', () => {
  const sources = new FundingSources();
  const shown = async (
    { accountId, applicationId }: ApplicationPrincipal,
    text: string,
    kinds = ['funding-source'],
  ) => {
    const { body } = await sources.service.call('POST', '/internal/searches', {
      principal: servicePrincipal('gateway'),
      body: { accountId, applicationId, text, kinds },
    });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return searchFound.parse(body.fact).hits.map(({ resource, matched }) => [resource.id, matched]);
  };
  const change = (principal: ApplicationPrincipal, id: string, body: object) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body });

  it('finds by id, by the words of a name, and by the last four digits, in its own account alone', async () => {
    const principal = openAccount(sources);
    // The same integration acts for both accounts.
    const stranger = { ...openAccount(sources), applicationId: principal.applicationId };
    const holder = addCustomer(sources, principal);
    const older = await addBank(
      sources,
      principal,
      holder,
      bank({ name: 'Main Checking', accountNumber: '123450042' }),
    );
    const newer = await addBank(sources, principal, holder, bank({ name: 'Savings', accountNumber: '990042' }));
    const theirs = bank({ name: 'Main Checking', accountNumber: '123450042' });
    await addBank(sources, stranger, addCustomer(sources, stranger), theirs);

    expect(await shown(principal, '0042')).toEqual([
      [newer, 'last-four'],
      [older, 'last-four'],
    ]);
    expect(await shown(principal, 'CHECK main')).toEqual([[older, 'name']]);
    expect(await shown(principal, 'ecking')).toEqual([]);
    expect(await shown(principal, older.toUpperCase())).toEqual([[older, 'id']]);
    expect(await shown(stranger, older)).toEqual([]);
    expect(await shown(principal, '0043')).toEqual([]);
    expect(await shown(principal, '123450042')).toEqual([]);
    expect(await shown(principal, '0042', ['customer'])).toEqual([]);
    expect(await shown(principal, newId())).toEqual([]);
  });

  it('finds by what a bank has now, and one that was removed', async () => {
    const principal = openAccount(sources);
    const holder = addCustomer(sources, principal);
    const id = await addBank(sources, principal, holder, bank({ name: 'Before', accountNumber: '70001111' }));
    await change(principal, id, { name: 'After', accountNumber: '70002222' });
    expect([await shown(principal, 'before'), await shown(principal, '1111')]).toEqual([[], []]);
    await change(principal, id, { removed: true });
    expect(await shown(principal, 'after')).toEqual([[id, 'name']]);
    expect(await shown(principal, '2222')).toEqual([[id, 'last-four']]);
  });

  it('finds an authorization by its id', async () => {
    const principal = openAccount(sources);
    const stranger = { ...openAccount(sources), applicationId: principal.applicationId };
    const { body } = await sources.service.call('POST', '/on-demand-authorizations', { principal });
    const id = body.type === 'resource' ? body.id : '';
    const kinds = ['on-demand-authorization'];
    expect([await shown(principal, id, kinds), await shown(stranger, id, kinds)]).toEqual([[[id, 'id']], []]);
    expect(await shown(principal, id)).toEqual([]);
  });

  it('stores the digits as a hash that differs between accounts', async () => {
    const hashes: unknown[] = [];
    for (const principal of [openAccount(sources), openAccount(sources)]) {
      const id = await addBank(sources, principal, addCustomer(sources, principal), bank({ accountNumber: '5550077' }));
      hashes.push(
        ...(await sources.service.dataSource.query<unknown[]>('SELECT last_four FROM funding_sources WHERE id = $1', [
          id,
        ])),
      );
    }
    expect(hashes).toEqual([{ last_four: expect.stringMatching(/^[0-9a-f]{64}$/) }, { last_four: expect.any(String) }]);
    expect(new Set(hashes.map((row) => JSON.stringify(row))).size).toBe(2);
  });
});
