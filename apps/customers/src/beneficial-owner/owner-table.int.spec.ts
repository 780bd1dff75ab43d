import { DAY_MS } from '@halyard/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { company, faultsOf, proprietorship, startCustomers } from '../../test/customers.js';
import { OwnedCompany, ownerBody, passport } from '../../test/owners.js';

const DAYS_30_MS = 30 * DAY_MS;
const refused = { status: 403, body: { code: 'InvalidResourceState' } };

describe('beneficial owners, from row to row', () => {
  let customers: TestService;
  let owned: OwnedCompany;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());
  beforeEach(async () => {
    owned = await OwnedCompany.create(customers, applicationPrincipal());
  });

  const named = (firstName: string) => owned.added(ownerBody({ firstName }));
  const sends = async () => (await owned.links()).includes('send');
  const ownership = () => `/customers/${owned.companyId}/beneficial-ownership`;
  const faultsFor = async (body: object) => faultsOf((await owned.add(body)).body);

  /** Reference facts, section 4, table by table; documents of owners are in section 3. */
  const tables: Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>> = {
    routes: {
      'POST /customers/{id}/beneficial-owners': async () => expect((await owned.add()).status).toBe(201),
      'GET /customers/{id}/beneficial-owners': async () => {
        const id = await owned.added();
        const { body } = await owned.call('GET', `/customers/${owned.companyId}/beneficial-owners`);
        expect(body).toMatchObject({ of: 'beneficial-owner', items: [{ id }], total: 1 });
      },
      'GET /beneficial-owners/{id}': async () => {
        const id = await owned.added();
        expect((await owned.call('GET', `/beneficial-owners/${id}`)).body).toMatchObject({ id });
      },
      'POST /beneficial-owners/{id}': async () => {
        const id = await named('incomplete');
        expect(await owned.update(id)).toMatchObject({ status: 200, body: { kind: 'beneficial-owner', id } });
      },
      'DELETE /beneficial-owners/{id}': async () => {
        const id = await owned.added();
        expect(await owned.remove(id)).toMatchObject({ status: 200, body: { id, attributes: { firstName: 'Mary' } } });
        expect((await owned.call('GET', `/beneficial-owners/${id}`)).status).toBe(404);
      },
      'GET /customers/{id}/beneficial-ownership': async () =>
        expect((await owned.call('GET', ownership())).body).toMatchObject({
          kind: 'beneficial-ownership',
          id: owned.companyId,
          attributes: { status: 'uncertified' },
        }),
      'POST /customers/{id}/beneficial-ownership': async () =>
        expect(await owned.certify()).toMatchObject({ status: 200, body: { attributes: { status: 'certified' } } }),
    },
    request: {
      'firstName, lastName, dateOfBirth, address and a number are required': async () =>
        expect((await faultsFor({})).sort()).toEqual(
          ['address', 'dateOfBirth', 'firstName', 'lastName', 'ssn'].map((field) => `Required /${field}`),
        ),
      'dateOfBirth: 18 and older': async () =>
        expect(await faultsFor(ownerBody({ dateOfBirth: '2015-01-01' }))).toEqual(['NotAllowed /dateOfBirth']),
      'postalCode: required for US': async () =>
        expect(await faultsFor(ownerBody({ address: { ...ownerBody().address, postalCode: '' } }))).toEqual([
          'Required /address/postalCode',
        ]),
      'ssn: all nine digits': async () =>
        expect(await faultsFor(ownerBody({ ssn: '4321' }))).toEqual(['InvalidFormat /ssn']),
      'or a passport': async () => expect(await faultsFor(ownerBody({ ssn: null, passport }))).toEqual([]),
    },
    resource: {
      'its fields': async () => {
        const { body } = await owned.call('GET', `/beneficial-owners/${await owned.added()}`);
        const attributes = body.type === 'resource' ? body.attributes : {};
        expect(Object.keys(attributes).sort()).toEqual([
          ...['address', 'created', 'firstName', 'id', 'lastName', 'verificationStatus'],
        ]);
      },
      'its links': async () => {
        const linksOf = async (firstName: string) => {
          const { body } = await owned.call('GET', `/beneficial-owners/${await named(firstName)}`);
          const links = body.type === 'resource' ? body.links : {};
          return Object.keys(links).filter((relation) => links[relation]);
        };
        expect(await linksOf('Mary')).toEqual(['remove']);
        expect(await linksOf('document')).toEqual(['verify-with-document', 'remove']);
        expect(await linksOf('incomplete')).toEqual(['retry-verification', 'remove']);
      },
    },
    rules: {
      'required for corporation, llc, partnership; soleProprietorship exempt': async () => {
        for (const businessType of ['corporation', 'llc', 'partnership']) {
          owned = await OwnedCompany.create(customers, owned.as, company({ businessType }));
          expect([businessType, await sends()]).toEqual([businessType, false]);
          await owned.certify();
          expect([businessType, await sends()]).toEqual([businessType, true]);
        }
        owned = await OwnedCompany.create(customers, owned.as, proprietorship());
        expect(await sends()).toBe(true);
        expect(await owned.add()).toMatchObject(refused);
      },
      'a company with no owner of 25 % adds none but must still certify': async () => {
        expect(await sends()).toBe(false);
        await owned.certify();
        expect(await sends()).toBe(true);
      },
      'update only in status incomplete, with all fields; a second failure: document': async () => {
        const id = await named('incomplete');
        expect(faultsOf((await owned.update(id, { firstName: 'Mary' })).body)).toContain('Required /address');
        await owned.update(id, ownerBody({ firstName: 'incomplete' }));
        expect(await owned.statusOf(id)).toBe('document');
      },
      'update in another status: 403': async () => {
        for (const firstName of ['Mary', 'document']) {
          expect(await owned.update(await named(firstName))).toMatchObject(refused);
        }
      },
      'uncertified, recertify, certified': async () => {
        expect(await owned.certification()).toBe('uncertified');
        await owned.certify();
        expect(await owned.certification()).toBe('certified');
        await owned.add();
        expect(await owned.certification()).toBe('recertify');
      },
      'add, remove or change: recertify, 30 days of grace, then uncertified': async () => {
        const changed = await named('incomplete');
        await owned.certify();
        const removed = await owned.added();
        for (const change of [() => owned.add(), () => owned.update(changed), () => owned.remove(removed)]) {
          await owned.certify();
          await change();
          expect(await owned.certification()).toBe('recertify');
        }
        customers.clock.advance(DAYS_30_MS - 1);
        expect([await owned.certification(), await sends()]).toEqual(['recertify', true]);
        customers.clock.advance(1);
        expect([await owned.certification(), await sends()]).toEqual(['uncertified', false]);
      },
      'not certified, or any owner in incomplete or document: cannot send': async () => {
        expect(await sends()).toBe(false);
        for (const firstName of ['incomplete', 'document']) {
          const id = await named(firstName);
          await owned.certify();
          expect(await sends()).toBe(false);
          await owned.remove(id);
        }
        expect(await sends()).toBe(true);
      },
      'certify with an owner who is not verified: allowed, sending remains blocked': async () => {
        await named('document');
        expect(await owned.certify()).toMatchObject({ status: 200, body: { attributes: { status: 'certified' } } });
        expect(await sends()).toBe(false);
      },
      '400 for any status but certified; 404 for a stranger': async () => {
        const { status, body } = await owned.certify({ status: 'uncertified' });
        expect([status, faultsOf(body)]).toEqual([400, ['Invalid /status']]);
        const stranger = { principal: applicationPrincipal(), body: { status: 'certified' } };
        expect((await owned.call('POST', ownership(), stranger)).status).toBe(404);
      },
    },
    events: {
      'created, and verified': async () => {
        await owned.added();
        expect(await owned.events()).toEqual(['owner-created', 'owner-verified']);
      },
      removed: async () => {
        await owned.remove(await owned.added());
        expect((await owned.events()).at(-1)).toBe('owner-removed');
      },
      reverification_needed: async () => {
        await named('incomplete');
        expect((await owned.events()).at(-1)).toBe('owner-reverification-needed');
      },
      verification_document_needed: async () => {
        await named('document');
        expect((await owned.events()).at(-1)).toBe('owner-verification-document-needed');
      },
    },
  };

  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(Object.entries(rows))('%s', (__, row) => row());
  });

  it('has every row', () =>
    expect(Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, Object.keys(rows).length]))).toEqual({
      routes: 7,
      request: 5,
      resource: 2,
      rules: 9,
      events: 4,
    }));
});
