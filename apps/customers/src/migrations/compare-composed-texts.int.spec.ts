import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { idOf, person, startCustomers } from '../../test/customers.js';
import { CompareComposedTexts1795651200000 } from './compare-composed-texts.migration.js';

let customers: TestService;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.stop());

it('finds and compares customers from before it, of whom the first keeps an address that several have', async () => {
  const as = applicationPrincipal();
  const emails = ['zoe@a.example', 'zoë@b.example', 'ada@a.example', 'ada@b.example', 'ada@c.example'];
  const ids: string[] = [];
  for (const email of emails) {
    const body = person({ email, firstName: 'Zoë' });
    ids.push(idOf((await customers.call('POST', '/customers', { principal: as, body })).body));
    customers.clock.advance(1_000);
  }
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await customers.call('GET', '/customers', { principal: as, query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.map(({ id }) => id).reverse();
  };
  expect(await found({})).toEqual(ids);

  const [migration, runner] = [new CompareComposedTexts1795651200000(), customers.dataSource.createQueryRunner()];
  await migration.down(runner);
  await runner.query(`
    UPDATE customers SET application_id = id, search_text = normalize(search_text, NFD),
      email_key = CASE WHEN email LIKE 'ada@%' THEN 'ada@a.example' ELSE normalize(email_key, NFD) END`);
  expect(await found({ search: 'zoë' })).toEqual([]);
  await migration.up(runner);
  await runner.release();

  expect(await found({ search: 'zoë' })).toEqual(ids);
  expect(await found({ email: 'zoë@b.example' })).toEqual(ids.slice(1, 2));
  expect(await found({ email: 'ada@a.example' })).toEqual(ids.slice(2, 3));
  const change = (body: object) => customers.call('POST', `/customers/${ids[3] ?? ''}`, { principal: as, body });
  expect(await change({ lastName: 'Byron' })).toMatchObject({ status: 200 });
  expect(await change({ email: 'ada@a.example' })).toMatchObject({
    status: 400,
    body: { faults: [{ code: 'Duplicate' }] },
  });
  expect(await change({ email: 'byron@a.example' })).toMatchObject({ status: 200 });
  expect(await found({ email: 'byron@a.example' })).toEqual([ids[3]]);
});
