import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import { customerSearch } from '@halyard/contracts/customers';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('a search in the list of transfers', () => {
  let service: TestService;
  let world: World;
  /** Who is paid, by name; the account pays each in turn, 1.00 and more, oldest first. */
  const paid = ['ada', 'bob', 'cleo', 'ada', 'bob', 'ada'];
  const parties = new Map<string, PartyFact>();
  const ids: string[] = [];

  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    const from = await world.fundedBalance(world.account, '100.00');
    const balances = new Map(
      [...new Set(paid)].map((name) => {
        const party = world.customer();
        parties.set(name, party);
        return [name, world.source(party, 'balance')];
      }),
    );
    for (const [n, name] of paid.entries()) {
      const to = balances.get(name);
      if (to) ids.push(await world.transfer(from, to, `${n + 1}.00`));
    }
  });
  afterAll(() => service.stop());

  /** Customers answers with these, a page for each list. */
  const customersFind = (...pages: string[][]): void =>
    service.services.answer('POST /internal/customers/searches', ({ body }) => {
      const { after, accountId } = customerSearch.parse(body);
      if (accountId !== world.accountId) return new DomainError('BadRequest');
      const found = (pages[after] ?? []).map((name) => parties.get(name)?.partyId ?? world.accountId);
      return factAnswer({ ids: found, next: after + 1 < pages.length ? after + 1 : undefined });
    });

  const list = async (query: Readonly<Record<string, string>>, path = `/accounts/${world.accountId}/transfers`) => {
    const { body } = await world.call('GET', path, { query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  };
  /** Which of those paid a list shows, in its order; the deposit is -1. */
  const shown = ({ items }: CollectionAnswer): number[] => items.map(({ id }) => ids.indexOf(id));

  it.each<[string, string[][], Record<string, string>, number[], number]>([
    ['one party', [['ada']], {}, [5, 3, 0], 3],
    ['two of one page', [['ada', 'cleo']], {}, [5, 3, 2, 0], 4],
    ['those of several pages, in one order', [['ada'], ['cleo'], ['bob']], {}, [5, 4, 3, 2, 1, 0], 6],
    ['a page of them', [['ada'], ['bob']], { limit: '2', offset: '2' }, [3, 1], 5],
    ['behind their end', [['ada'], ['bob']], { offset: '5' }, [], 5],
    ['with a filter', [['ada'], ['bob']], { startAmount: '4', endAmount: '5' }, [4, 3], 2],
    ['by time, the newest first', [['ada'], ['bob']], { startDate: '2026-03-02' }, [5, 4, 3, 1, 0], 5],
    ['all that the party itself is in', [['bob'], ['ada', 'the account']], {}, [5, 4, 3, 2, 1, 0, -1], 7],
    ['nobody', [[]], {}, [], 0],
    ['nobody on a page between', [['cleo'], [], ['bob']], {}, [4, 2, 1], 3],
  ])('shows %s', async (_, pages, query, expected, total) => {
    customersFind(...pages);
    const answer = await list({ search: 'Whoever', ...query });
    expect([shown(answer), answer.total]).toEqual([expected, total]);
  });

  it('asks for the text in lower case, without blanks around', async () => {
    customersFind(['bob']);
    service.services.calls.length = 0;
    await list({ search: '  Bob B ' });
    expect(service.services.calls.map(({ body }) => body)).toEqual([
      { accountId: world.accountId, search: 'bob b', after: 0 },
    ]);
  });

  it('is in the list of a customer too, and asks nobody for the id of a party', async () => {
    const ada = parties.get('ada')?.partyId ?? '';
    service.services.calls.length = 0;
    expect(shown(await list({ search: world.accountId }, `/customers/${ada}/transfers`))).toEqual([5, 3, 0]);
    expect(shown(await list({ search: ada }, `/customers/${ada}/transfers`))).toEqual([5, 3, 0]);
    expect(service.services.calls).toEqual([]);
  });

  it('shows nothing that arrived after the anchor', async () => {
    customersFind(['ada']);
    const before = await list({ search: 'ada', limit: '1' });
    const [to] = [world.source(parties.get('ada') ?? world.account, 'balance')];
    await world.transfer(await world.fundedBalance(world.account, '1.00'), to, '1.00');
    const anchor = before.page?.anchor ?? '';
    expect(await list({ search: 'ada', limit: '1', anchor })).toEqual(before);
    expect(await list({ search: 'ada' })).toMatchObject({ total: 4 });
  });

  it('is no way to walk through all', async () => {
    const query = { search: 'ada', limit: '200', offset: '9801' };
    const { status, body } = await world.call('GET', `/accounts/${world.accountId}/transfers`, { query });
    expect([status, body]).toMatchObject([400, { faults: [{ code: 'InvalidFormat', path: '/query/offset' }] }]);
  });
});
