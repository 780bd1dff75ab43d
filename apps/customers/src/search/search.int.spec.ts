import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchFound, searchFound } from '@halyard/contracts/search';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { company, controller, idOf, person, startCustomers } from '../../test/customers.js';
import { ownerBody } from '../../test/owners.js';

const KINDS = ['customer', 'beneficial-owner', 'document'];

describe('a search among customers', () => {
  const as = applicationPrincipal();
  /** Another account, for which the same integration acts. */
  const stranger = { ...applicationPrincipal(), applicationId: as.applicationId };
  let customers: TestService;
  let ada: string;
  let adams: string;
  let mill: string;
  const create = async (body: object, principal = as): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal, body })).body);
  beforeAll(async () => {
    customers = await startCustomers();
    ada = await create(person({ firstName: 'Ada', lastName: 'Byron', email: 'Countess.Byron@example.org' }));
    adams = await create(person({ firstName: 'Ada', lastName: 'Adams', email: 'ada@example.org' }));
    mill = await create(person({ firstName: 'Bo', lastName: 'Li', businessName: '100_Wool Mill' }));
    await create(person({ firstName: 'Ada', lastName: 'Byron', email: 'countess.byron@example.org' }), stranger);
  });
  afterAll(() => customers.stop());

  const search = async (text: string, more: object = {}, principal = as): Promise<SearchFound> => {
    const { accountId, applicationId } = principal;
    const { body } = await customers.call('POST', '/internal/searches', {
      principal: servicePrincipal('gateway'),
      body: { accountId, applicationId, text, kinds: KINDS, ...more },
    });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return searchFound.parse(body.fact);
  };
  const shown = async (...asked: Parameters<typeof search>) =>
    (await search(...asked)).hits.map(({ resource, matched }) => [resource.id, matched]);

  it.each<[string, string, () => string[][]]>([
    ['a whole e-mail address, in any case', 'COUNTESS.byron@EXAMPLE.org', () => [[ada, 'email']]],
    ['a part of an e-mail address', 'countess.byron', () => []],
    ['a word that begins an e-mail address alone', 'countess', () => []],
    [
      'a first name, the newest first',
      'ada',
      () => [
        [adams, 'name'],
        [ada, 'name'],
      ],
    ],
    ['beginnings in any order', 'BYR ad', () => [[ada, 'name']]],
    ['two words that one word begins with', 'ada ad', () => [[adams, 'name']]],
    ['what is within a word', 'yron', () => []],
    ['one letter', 'a', () => []],
    ['a business name, its wildcards as they are', '100_w mil', () => [[mill, 'name']]],
    ['nobody', '1__', () => []],
    ['nobody by a wildcard', '%a', () => []],
    ['no words at all', '\0', () => []],
  ])('finds by %s', async (_, text, found) => expect(await shown(text)).toEqual(found()));

  it('finds an id, of its own account alone, and of the kinds that may be read', async () => {
    expect(await shown(ada.toUpperCase())).toEqual([[ada, 'id']]);
    expect(await shown(ada, {}, stranger)).toEqual([]);
    expect(await shown(ada, { kinds: ['document'] })).toEqual([]);
    expect(await shown('ada', { kinds: ['document'] })).toEqual([]);
    expect(await shown('ada byron', {}, stranger)).toHaveLength(1);
    expect(await search(ada)).toMatchObject({ hits: [{ text: 'Ada Byron, unverified' }], more: false });
  });

  it('finds by what a customer is called now, also a deactivated one', async () => {
    const id = await create(person({ firstName: 'Grace', lastName: 'Murray' }));
    await customers.call('POST', `/customers/${id}`, { principal: as, body: { lastName: 'Hopper' } });
    expect([await shown('grace murray'), await shown('grace hopper')]).toEqual([[], [[id, 'name']]]);
    await customers.call('POST', `/customers/${id}`, { principal: as, body: { status: 'deactivated' } });
    expect(await shown('hopper')).toEqual([[id, 'name']]);
  });

  it('finds a company by its controller, and its owners by themselves, as they are called now', async () => {
    const named = controller({ firstName: 'Maud', lastName: 'Lovelace-King' });
    const id = await create(company({ businessName: 'Looms', controller: named }));
    const add = (body: object) => customers.call('POST', `/customers/${id}/beneficial-owners`, { principal: as, body });
    const retried = idOf((await add(ownerBody({ firstName: 'incomplete', lastName: 'Maudslay' }))).body);
    expect(await shown('maud lovelace')).toEqual([[id, 'name']]);
    expect((await shown('maud')).map(([found]) => found).sort()).toEqual([id, retried].sort());
    expect(await shown('maud', { kinds: ['customer'] })).toEqual([[id, 'name']]);
    expect(await shown('maud', { kinds: ['beneficial-owner'] })).toEqual([[retried, 'name']]);
    expect([await shown('maud maud'), await shown('maud', {}, stranger)]).toEqual([[], []]);
    const body = ownerBody({ firstName: 'Henry', lastName: 'Maudslay' });
    await customers.call('POST', `/beneficial-owners/${retried}`, { principal: as, body });
    expect([await shown('incomplete'), await shown('henry maud')]).toEqual([[], [[retried, 'name']]]);
    await customers.dataSource.query('UPDATE customers SET erasure_id = id WHERE id = $1', [id]);
    expect(await shown('maud')).toEqual([]);
  });

  it('finds nothing of an erased person', async () => {
    const id = await create(person({ firstName: 'Erased', lastName: 'Person', email: `${randomUUID()}@example.org` }));
    expect(await shown('erased')).toHaveLength(1);
    await customers.dataSource.query('UPDATE customers SET erasure_id = id WHERE id = $1', [id]);
    expect([await shown('erased'), await shown(id)]).toEqual([[], []]);
  });

  it('shows the newest twenty of many, and says that there are more', async () => {
    for (let n = 0; n < 21; n += 1) await create(person({ firstName: 'Many', lastName: `Of${n}` }));
    const { hits, more } = await search('many');
    expect([hits.length, more, hits[0]?.text]).toEqual([20, true, 'Many Of20, unverified']);
  });

  it('is for the gateway alone', async () => {
    const { status } = await customers.call('POST', '/internal/searches', { principal: servicePrincipal('transfers') });
    expect(status).toBe(403);
  });
});
