import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, factAnswer, type TestService } from '@halyard/testing';
import {
  company,
  faultsOf,
  idOf,
  person,
  personal,
  proprietorship,
  startCustomers,
  told,
} from '../../test/customers.js';
import { OwnedCompany, ownerBody, passport } from '../../test/owners.js';

const refused = { status: 403, body: { code: 'InvalidResourceState' } };
const unknown = { status: 404, body: { code: 'NotFound' } };
const NEVER = '1970-01-01T00:00:00.000Z';

let customers: TestService;
let owned: OwnedCompany;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.stop());
beforeEach(async () => {
  owned = await OwnedCompany.create(customers, applicationPrincipal());
});

describe('a beneficial owner', () => {
  it('is made with a social security number or a passport, and shows neither', async () => {
    const { address: home } = ownerBody();
    const abroad = { ...home, country: 'FR', stateProvinceRegion: 'Brittany', postalCode: '', address3: '' };
    const first = await owned.added();
    const second = await owned.added(ownerBody({ firstName: 'Ann', ssn: null, passport, address: abroad }));
    const list = await owned.call('GET', `/customers/${owned.companyId}/beneficial-owners`);
    expect(list.body).toEqual({
      type: 'collection',
      self: { kind: 'listBeneficialOwners', id: owned.companyId },
      of: 'beneficial-owner',
      items: [
        {
          type: 'resource',
          kind: 'beneficial-owner',
          id: second,
          attributes: {
            id: second,
            firstName: 'Ann',
            lastName: 'Shelley',
            address: abroad,
            verificationStatus: 'verified',
            created: customers.clock.system().toISOString(),
          },
          links: { remove: { kind: 'beneficial-owner', id: second } },
        },
        expect.objectContaining({ id: first }),
      ],
      total: 2,
    });
    expect((await owned.call('GET', `/beneficial-owners/${first}`)).body).toMatchObject({ id: first });
  });

  it.each([
    ['Mary', 'verified', 'owner-verified', ['remove']],
    ['incomplete', 'incomplete', 'owner-reverification-needed', ['retry-verification', 'remove']],
    ['document', 'document', 'owner-verification-document-needed', ['verify-with-document', 'remove']],
  ])('whose first name is %s becomes %s', async (firstName, status, event, links) => {
    const id = await owned.added(ownerBody({ firstName }));
    const { body } = await owned.call('GET', `/beneficial-owners/${id}`);
    expect(body).toMatchObject({ attributes: { verificationStatus: status } });
    expect(
      Object.entries('links' in body ? (body.links ?? {}) : {}).flatMap(([name, to]) => (to ? [name] : [])),
    ).toEqual(links);
    expect(await owned.events()).toEqual(['owner-created', event]);
  });

  it.each([
    [{}, ['firstName', 'lastName', 'dateOfBirth', 'address', 'ssn'].map((field) => `Required /${field}`)],
    [ownerBody({ ssn: '4321' }), ['InvalidFormat /ssn']],
    [ownerBody({ ssn: null }), ['Required /ssn']],
    [ownerBody({ ssn: null, passport: { number: '1' } }), ['Required /passport/country']],
    [ownerBody({ ssn: null, passport: { ...passport, country: 'XX' } }), ['Invalid /passport/country']],
    [ownerBody({ firstName: 'A<' }), ['InvalidFormat /firstName']],
    [ownerBody({ dateOfBirth: '2020-01-01' }), ['NotAllowed /dateOfBirth']],
    [ownerBody({ dateOfBirth: '1980-03-04T00:00:00' }), ['InvalidFormat /dateOfBirth']],
    [ownerBody({ address: { ...ownerBody().address, postalCode: '' } }), ['Required /address/postalCode']],
    [
      ownerBody({ address: { ...ownerBody().address, stateProvinceRegion: 'Iowa' } }),
      ['Invalid /address/stateProvinceRegion'],
    ],
    [ownerBody({ address: { ...ownerBody().address, address1: 'PO Box 7' } }), ['Invalid /address/address1']],
    [ownerBody({ address: [] }), ['InvalidFormat /address']],
  ])('is refused for %j', async (body, faults) => {
    const answer = await owned.add(body);
    expect([answer.status, faultsOf(answer.body).sort()]).toEqual([400, [...faults].sort()]);
    const incomplete = await owned.added(ownerBody({ firstName: 'incomplete' }));
    expect(faultsOf((await owned.update(incomplete, body)).body).sort()).toEqual([...faults].sort());
  });

  it('is one of four, also where two come at the same time', async () => {
    await owned.added();
    await owned.added();
    await owned.added();
    const answers = await Promise.all([owned.add(), owned.add(), owned.add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject({ body: { code: 'MaxNumberOfResources' } });
  });

  it('is made once by an operation, and removed once', async () => {
    const operationId = newId();
    const [first, again] = await Promise.all([
      owned.add(ownerBody(), operationId),
      owned.add(ownerBody(), operationId),
    ]);
    expect(again).toEqual(first);
    const id = idOf(first.body);
    const removal = newId();
    const removed = await owned.remove(id, removal);
    expect(removed).toMatchObject({ status: 200, body: { kind: 'beneficial-owner', id } });
    expect(await owned.remove(id, removal)).toEqual(removed);
    expect(await owned.remove(id)).toMatchObject(unknown);
    expect(await owned.call('GET', `/beneficial-owners/${id}`)).toMatchObject(unknown);
    expect(await owned.events()).toEqual(['owner-created', 'owner-verified', 'owner-removed']);
  });

  it('is answered as it was then under the same key', async () => {
    const keyed = { body: ownerBody(), key: newId() };
    const path = `/customers/${owned.companyId}/beneficial-owners`;
    const first = await owned.call('POST', path, keyed);
    expect(await owned.call('POST', path, keyed)).toEqual({ ...first, isReplayed: true });
  });

  it('is one of a company: nobody else has any', async () => {
    for (const body of [person(), personal(), proprietorship()]) {
      const other = await OwnedCompany.create(customers, owned.as, body);
      expect(await other.add()).toMatchObject(refused);
      expect(await other.certify()).toMatchObject(refused);
      expect((await other.call('GET', `/customers/${other.companyId}/beneficial-owners`)).body).toMatchObject({
        items: [],
        total: 0,
      });
      expect(await other.call('GET', `/customers/${other.companyId}/beneficial-ownership`)).toMatchObject(unknown);
    }
  });

  it('stays as it is while the company is closed', async () => {
    const incomplete = await owned.added(ownerBody({ firstName: 'incomplete' }));
    for (const status of ['deactivated', 'suspended']) {
      await owned.call('POST', `/customers/${owned.companyId}`, { body: { status } });
      expect(await owned.add()).toMatchObject(refused);
      expect(await owned.update(incomplete)).toMatchObject(refused);
      expect(await owned.remove(incomplete)).toMatchObject(refused);
      expect(await owned.certify()).toMatchObject(refused);
    }
  });

  it('has no link to what is refused while the company is closed', async () => {
    for (const firstName of ['incomplete', 'document']) await owned.added(ownerBody({ firstName }));
    const linksOf = async () => {
      const { body } = await owned.call('GET', `/customers/${owned.companyId}/beneficial-owners`);
      const items = body.type === 'collection' ? body.items : [];
      const alone = await Promise.all(items.map(({ id }) => owned.call('GET', `/beneficial-owners/${id}`)));
      expect(alone.map((answer) => answer.body)).toEqual(items);
      return items.flatMap(({ links }) => Object.keys(links).filter((relation) => links[relation]));
    };
    const change = (status: string) => owned.call('POST', `/customers/${owned.companyId}`, { body: { status } });
    const open = ['verify-with-document', 'remove', 'retry-verification', 'remove'];
    expect(await linksOf()).toEqual(open);
    await change('deactivated');
    expect(await linksOf()).toEqual([]);
    await change('reactivated');
    expect(await linksOf()).toEqual(open);
    await change('suspended');
    expect(await linksOf()).toEqual([]);
  });

  it('can be named while the company itself is in question', async () => {
    for (const businessName of ['retry', 'document']) {
      const other = await OwnedCompany.create(customers, owned.as, company({ businessName }));
      expect((await other.add()).status).toBe(201);
    }
  });

  it('is unknown to another account', async () => {
    const id = await owned.added();
    const stranger = { principal: applicationPrincipal(), body: ownerBody() };
    for (const path of [`/beneficial-owners/${id}`, `/customers/${owned.companyId}/beneficial-owners`]) {
      expect(await owned.call('GET', path, stranger)).toMatchObject(unknown);
      expect(await owned.call('POST', path, stranger)).toMatchObject(unknown);
    }
    expect(await owned.call('DELETE', `/beneficial-owners/${id}`, stranger)).toMatchObject(unknown);
    const ownership = `/customers/${owned.companyId}/beneficial-ownership`;
    expect(await owned.call('GET', ownership, stranger)).toMatchObject(unknown);
    expect(await owned.call('POST', ownership, stranger)).toMatchObject(unknown);
    expect(await owned.statusOf(id)).toBe('verified');
  });
});

describe('the data of an owner sent anew', () => {
  it.each([
    ['Mary', 'verified', 'owner-verified'],
    ['incomplete', 'document', 'owner-verification-document-needed'],
    ['document', 'document', 'owner-verification-document-needed'],
  ])('with the first name %s leads to %s', async (firstName, status, event) => {
    const id = await owned.added(ownerBody({ firstName: 'incomplete' }));
    expect(await owned.update(id, ownerBody({ firstName, lastName: 'Godwin' }))).toMatchObject({
      status: 200,
      body: { attributes: { lastName: 'Godwin', verificationStatus: status } },
    });
    expect((await owned.events()).slice(2)).toEqual([event]);
    expect(await owned.update(id)).toMatchObject(refused);
  });

  it.each(['Mary', 'document'])('is refused of one whose first name was %s', async (firstName) => {
    const id = await owned.added(ownerBody({ firstName }));
    expect(await owned.update(id)).toMatchObject(refused);
  });

  it('counts once, of two at the same time', async () => {
    const id = await owned.added(ownerBody({ firstName: 'incomplete' }));
    const answers = await Promise.all([owned.update(id), owned.update(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('what is kept and told of an owner', () => {
  it('is told to those who let money move before it is answered, and completed by a repeat', async () => {
    await owned.certify();
    const operationId = newId();
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    const body = ownerBody({ firstName: 'document' });
    expect((await owned.add(body, operationId)).status).toBe(503);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    customers.services.calls.length = 0;
    expect((await owned.add(body, operationId)).status).toBe(201);
    expect(told(customers).map(({ service, fact }) => [service, fact.maySendUntil])).toEqual([
      ['funding-sources', NEVER],
      ['transfers', NEVER],
    ]);
    expect(await owned.events()).toEqual([
      'ownership-certified',
      'owner-created',
      'owner-verification-document-needed',
    ]);
  });

  it('is completed by a repeat also where the company has been closed since, or the owner removed', async () => {
    const id = await owned.added(ownerBody({ firstName: 'incomplete' }));
    const untold = async (path: string) => {
      const [key, body] = [newId(), ownerBody()];
      const send = () => owned.call('POST', path, { body, key });
      customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
      expect((await send()).status).toBe(503);
      customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
      return send;
    };
    const retry = await untold(`/beneficial-owners/${id}`);
    await owned.remove(id);
    expect(await retry()).toMatchObject({ status: 200, isReplayed: true });
    const add = await untold(`/customers/${owned.companyId}/beneficial-owners`);
    await owned.call('POST', `/customers/${owned.companyId}`, { body: { status: 'suspended' } });
    expect(await add()).toMatchObject({ status: 201, isReplayed: true });
  });

  it('has no personal data where others hear it, and all of it under seal', async () => {
    const id = await owned.added(ownerBody({ firstName: 'Xanthippe' }));
    const recorded = await customers.recorded(owned.companyId);
    expect(JSON.stringify(recorded.map(({ data }) => data))).not.toMatch(/Xanthippe|Shelley|9876|Elm/);
    expect(recorded.at(-1)).toMatchObject({ data: { customerId: owned.companyId, beneficialOwnerId: id } });
    const [row] = await customers.dataSource.query<[{ sealed: Buffer }]>(
      'SELECT sealed FROM history WHERE key = $1 ORDER BY sequence DESC LIMIT 1',
      [owned.companyId],
    );
    const snapshot = await customers.get(Sealer).open(owned.companyId, 'customers.history', row.sealed);
    expect(JSON.parse(snapshot)).toMatchObject({
      id: owned.companyId,
      beneficialOwner: { id, firstName: 'Xanthippe' },
    });
  });

  it('is a number that nobody reads in the table', async () => {
    await owned.added();
    await owned.added(ownerBody({ ssn: null, passport }));
    const rows = await customers.dataSource.query<{ numbers: Buffer }[]>(
      'SELECT * FROM beneficial_owners WHERE customer_id = $1 ORDER BY id',
      [owned.companyId],
    );
    const text = JSON.stringify(rows) + rows.map(({ numbers }) => numbers.toString('latin1')).join();
    expect(text).not.toMatch(/987-?65|4815162342|1980-03-04/);
    const opened = rows.map(({ numbers }) =>
      customers.get(Sealer).open(owned.companyId, 'customers.beneficial-owner', numbers),
    );
    expect((await Promise.all(opened)).map((each) => JSON.parse(each) as unknown)).toEqual([
      { dateOfBirth: '1980-03-04', ssn: '987654321', passport: null },
      { dateOfBirth: '1980-03-04', ssn: null, passport },
    ]);
  });
});
