import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { TestService } from '@halyard/testing';
import { Account, type Body } from '../../test/account.js';
import {
  company,
  controller,
  faultsOf,
  idOf,
  person,
  personal,
  proprietorship,
  startCustomers,
} from '../../test/customers.js';

type Rows = Readonly<Record<string, () => Promise<void>>>;

describe('what is asked of customers, from row to row', () => {
  let customers: TestService;
  let account: Account;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(() => {
    account = new Account(customers);
  });
  afterAll(() => customers.stop());

  const inRetry = () => personal({ firstName: 'retry' });
  const inDocument = () => personal({ firstName: 'document' });
  const fullController = (overrides: Body = {}) => controller({ ssn: '123-45-6789', ...overrides });

  const changes = async (body: object, allowed: Body, readOnly: Body) => {
    const id = await account.create(body);
    const { ipAddress: _, ...seen } = allowed;
    expect(await account.update(id, allowed)).toMatchObject({ status: 200, body: { attributes: seen } });
    for (const [field, value] of Object.entries(readOnly)) {
      const { status, body: refusal } = await account.update(id, { [field]: value });
      expect([status, faultsOf(refusal)]).toEqual([400, [`ReadOnly /${field}`]]);
    }
  };
  const contact = () => ({
    ...{ email: `${newId()}@example.com`, ipAddress: '192.0.2.9', phone: '5555550199' },
    ...{ address1: '2 Elm St', address2: 'Floor 2', city: 'Ames', state: 'IA', postalCode: '50010' },
  });
  const identity = { firstName: 'Eve', lastName: 'Eve', dateOfBirth: '1980-01-01', ssn: '123456789' };
  const updates: Rows = {
    'unverified, receive-only: names, e-mail, businessName, which may be unset': async () => {
      for (const type of ['unverified', 'receive-only']) {
        const names = { firstName: 'Eve', lastName: 'Byron', email: `${newId()}@example.com`, businessName: 'Looms' };
        await changes(person({ type }), names, { phone: '5555550199', address1: '2 Elm St' });
        const id = await account.create(person({ type, businessName: 'Acme' }));
        await account.update(id, { businessName: '' });
        expect((await account.shown(id)).attributes['businessName']).toBeUndefined();
      }
    },
    'verified personal: contact data': () => changes(personal(), contact(), identity),
    'verified business: also doingBusinessAs and website, never the controller': async () => {
      const allowed = { ...contact(), doingBusinessAs: 'Looms', website: 'looms.example.com' };
      await changes(company(), allowed, { ...identity, businessName: 'Else', controller: controller() });
    },
    'retry: everything, as a complete create body, ssn 9 digits': async () => {
      const id = await account.create(inRetry());
      expect(faultsOf((await account.update(id, { lastName: 'Byron', ssn: '6789' })).body)).toEqual(
        expect.arrayContaining(['Required /firstName', 'Required /address1', 'InvalidFormat /ssn']),
      );
      expect(await account.update(id, personal({ firstName: 'Eve', lastName: 'Byron' }))).toMatchObject({
        body: { attributes: { firstName: 'Eve', lastName: 'Byron' } },
      });
    },
    'document, suspended: nothing': async () => {
      for (const body of [inDocument(), personal({ firstName: 'suspended' })]) {
        expect(await account.update(await account.create(body), contact())).toMatchObject({
          status: 403,
          body: { code: 'InvalidResourceState' },
        });
      }
    },
    'deactivated: only status': async () => {
      const id = await account.create(personal());
      await account.update(id, { status: 'deactivated' });
      expect((await account.update(id, contact())).status).toBe(403);
      expect((await account.update(id, { status: 'reactivated' })).status).toBe(200);
    },
  };

  const search: Rows = {
    'limit, offset: 25 by default, 200 at the most': async () => {
      const ids: string[] = [];
      for (let count = 0; count < 27; count += 1) ids.unshift(await account.create(person()));
      expect(await account.list({})).toEqual(ids.slice(0, 25));
      expect(await account.list({ offset: '25', limit: '200' })).toEqual(ids.slice(25));
      const { status } = await customers.call('GET', '/customers', { principal: account.as, query: { limit: '201' } });
      expect(status).toBe(400);
    },
    'search: over names, e-mail and business name': async () => {
      const id = await account.create(person({ lastName: 'Hopper', businessName: 'Cobol', email: 'g@navy.example' }));
      await account.create(person());
      for (const text of ['da hop', 'HOPP', 'navy', 'cobol'])
        expect(await account.list({ search: text })).toEqual([id]);
    },
    'status: exact, repeatable': async () => {
      const [retry, document] = [await account.create(inRetry()), await account.create(inDocument())];
      await account.create(person());
      expect(await account.list({ status: ['retry', 'document'] })).toEqual([document, retry]);
      expect(await account.list({ status: 'retry' })).toEqual([retry]);
    },
    'email: exact': async () => {
      const body = person();
      const id = await account.create(body);
      expect([await account.list({ email: body.email }), await account.list({ email: 'ada' })]).toEqual([[id], []]);
    },
  };

  const linksOf = async (body: object) => {
    const { links } = await account.shown(await account.create(body));
    return Object.keys(links).filter((relation) => /^retry|with-document$/.test(relation));
  };
  const named = (firstName: string) => ({ controller: controller({ firstName }) });
  const sentinels: Rows = {
    'personal firstName': async () => {
      for (const firstName of ['verified', 'retry', 'document', 'suspended']) {
        expect(await account.reached(personal({ firstName }))).toBe(firstName);
      }
    },
    'controller.firstName retry': async () =>
      expect(await linksOf(company(named('retry')))).toEqual(['retry-verification', 'retry-with-full-ssn']),
    'controller.firstName document': async () =>
      expect(await linksOf(company(named('document')))).toContain('verify-with-document'),
    'controller.firstName suspended, verified': async () => {
      for (const firstName of ['suspended', 'verified'])
        expect(await account.reached(company(named(firstName)))).toBe(firstName);
    },
    'businessName retry': async () =>
      expect(await linksOf(company({ businessName: 'retry' }))).toEqual(['retry-verification']),
    'businessName document': async () =>
      expect(await linksOf(company({ businessName: 'document' }))).toContain('verify-business-with-document'),
    'both controller.firstName and businessName document': async () =>
      expect(await linksOf(company({ ...named('document'), businessName: 'document' }))).toContain(
        'verify-controller-and-business-with-document',
      ),
    'business firstName': async () => {
      for (const firstName of ['verified', 'retry', 'document', 'suspended']) {
        expect(await account.reached(proprietorship({ firstName }))).toBe(firstName);
        expect(await account.reached(company({ firstName }))).toBe(firstName);
      }
    },
    'beneficial owner firstName': async () => {
      const id = await account.create(company());
      for (const firstName of ['incomplete', 'document']) {
        const { address: at } = controller();
        const body = { firstName, lastName: 'Byron', dateOfBirth: '1980-01-01', ssn: '123456789', address: at };
        const ownerId = idOf((await account.send(`/customers/${id}/beneficial-owners`, body)).body);
        const { body: owner } = await customers.call('GET', `/beneficial-owners/${ownerId}`, { principal: account.as });
        expect(owner).toMatchObject({ attributes: { verificationStatus: firstName } });
      }
    },
    'the retry request': async () => {
      for (const [firstName, status] of Object.entries({
        document: 'document',
        suspended: 'suspended',
        Ada: 'verified',
      })) {
        await account.update(await account.create(inRetry()), personal({ firstName }));
        const id = await account.create(company(named('retry')));
        expect(await account.update(id, company({ controller: fullController({ firstName }) }))).toMatchObject({
          body: { attributes: { status } },
        });
      }
    },
  };

  /** Reference facts, sections 2.6, 2.8 and 2.9. */
  const tables = { '2.6 updates': updates, '2.8 search': search, '2.9 sentinels': sentinels };
  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(Object.entries(rows))('%s', (__, row) => row());
  });

  it('has every row', () => expect(Object.values(tables).map((rows) => Object.keys(rows).length)).toEqual([6, 4, 10]));
});
