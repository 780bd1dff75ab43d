import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { TestService } from '@halyard/testing';
import { Account } from '../../test/account.js';
import { company, controller, person, personal, proprietorship, startCustomers } from '../../test/customers.js';
import { reasonCodes } from './identity/reasons.js';

type Rows = Readonly<Record<string, () => Promise<void>>>;

describe('customers, from row to row', () => {
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

  /** A customer created with this body can be deactivated, reactivated and suspended, whatever else is allowed. */
  const closes = async (body: object) => {
    const id = await account.create(body);
    const before = await account.statusOf(id);
    const statuses = [before];
    for (const status of ['deactivated', 'reactivated', 'suspended']) {
      await account.update(id, { status });
      statuses.push(await account.statusOf(id));
    }
    expect(statuses).toEqual([before, 'deactivated', before, 'suspended']);
  };

  const types: Rows = {
    unverified: async () => {
      expect((await account.shown(await account.create(person()))).attributes).toMatchObject({
        type: 'unverified',
        status: 'unverified',
      });
      expect(await account.reached(person({ type: 'unverified' }))).toBe('unverified');
      await closes(person());
    },
    'receive-only': async () => {
      expect((await account.shown(await account.create(person({ type: 'receive-only' })))).attributes).toMatchObject({
        type: 'receive-only',
        status: 'unverified',
      });
      await closes(person({ type: 'receive-only' }));
    },
    personal: async () => {
      const statuses = ['retry', 'document', 'verified', 'suspended'];
      for (const firstName of statuses) expect(await account.reached(personal({ firstName }))).toBe(firstName);
      for (const firstName of statuses.slice(0, 3)) await closes(personal({ firstName }));
    },
    business: async () => {
      const statuses = ['retry', 'document', 'verified', 'suspended'];
      for (const firstName of statuses) expect(await account.reached(proprietorship({ firstName }))).toBe(firstName);
      for (const firstName of statuses.slice(0, 3)) {
        await closes(company({ controller: controller({ firstName }) }));
      }
    },
  };

  const duplicates: Rows = {
    'e-mail already used': async () => {
      const body = person();
      const id = await account.create(body);
      expect((await account.send('/customers', person({ email: body.email.toUpperCase() }))).body).toMatchObject({
        faults: [{ code: 'Duplicate', path: '/email', about: { kind: 'customer', id } }],
      });
    },
    'correlationId used': async () => {
      const correlationId = newId();
      const id = await account.create(person({ correlationId }));
      expect((await account.send('/customers', person({ correlationId }))).body).toMatchObject({
        faults: [{ code: 'Duplicate', path: '/correlationId', about: { kind: 'customer', id } }],
      });
    },
  };

  const common = ['id', 'firstName', 'lastName', 'email', 'type', 'status', 'created'];
  const address = ['address1', 'city', 'state', 'postalCode'];
  const ofBusiness = ['businessName', 'businessType', 'businessClassification'];
  const fieldsOf = async (body: object) => {
    const { attributes } = await account.shown(await account.create(body));
    return Object.keys(JSON.parse(JSON.stringify(attributes)) as object).sort();
  };
  const resource: Rows = {
    'id, firstName, lastName, email, type, status, created: always': async () =>
      expect(await fieldsOf(person())).toEqual([...common].sort()),
    'address1, address2, city, state, postalCode, phone: when supplied': async () => {
      expect(await fieldsOf(personal())).toEqual([...common, ...address].sort());
      expect(await fieldsOf(personal({ address2: 'Apt 8', phone: '5555555555' }))).toEqual(
        [...common, ...address, 'address2', 'phone'].sort(),
      );
    },
    'businessName: when supplied': async () =>
      expect(await fieldsOf(person({ businessName: 'Acme' }))).toEqual([...common, 'businessName'].sort()),
    'doingBusinessAs, website, businessType, businessClassification: business': async () =>
      expect(await fieldsOf(proprietorship({ doingBusinessAs: 'Looms', website: 'a.example.com' }))).toEqual(
        [...common, ...address, ...ofBusiness, 'doingBusinessAs', 'website'].sort(),
      ),
    'controller: never ssn, passport or date of birth': async () => {
      expect(await fieldsOf(company())).toEqual([...common, ...address, ...ofBusiness, 'controller'].sort());
      const { attributes } = await account.shown(await account.create(company()));
      expect(Object.keys(attributes['controller'] as object).sort()).toEqual([
        ...['address', 'firstName', 'lastName', 'title'],
      ]);
    },
    'correlationId: when supplied': async () =>
      expect(await fieldsOf(person({ correlationId: newId() }))).toContain('correlationId'),
    '_embedded.errors[]: in status retry or document': async () => {
      for (const body of [inRetry(), inDocument()]) {
        expect((await account.shown(await account.create(body))).parts?.['errors']).toHaveLength(1);
      }
      for (const body of [person(), personal()])
        expect((await account.shown(await account.create(body))).parts).toBeUndefined();
    },
  };

  /** The status that a customer reaches with each body, and the event. */
  const leads = async (body: object, sent: object | undefined, status: string, ...told: string[]) => {
    const id = await account.create(body);
    const before = sent ? (await account.events(id)).length : 0;
    if (sent) expect((await account.update(id, sent)).status).toBe(200);
    expect([await account.statusOf(id), (await account.events(id)).slice(before)]).toEqual([status, told]);
  };
  const transitions: Rows = {
    'create unverified or receive-only': async () => {
      await leads(person(), undefined, 'unverified', 'created');
      await leads(person({ type: 'receive-only' }), undefined, 'unverified', 'created');
    },
    'create personal or business, check passes': async () => {
      await leads(personal(), undefined, 'verified', 'created', 'verified');
      await leads(company(), undefined, 'verified', 'created', 'verified');
    },
    'partly matched': () => leads(inRetry(), undefined, 'retry', 'created', 'reverification-needed'),
    'needs papers': () => leads(inDocument(), undefined, 'document', 'created', 'verification-document-needed'),
    refused: () => leads(personal({ firstName: 'suspended' }), undefined, 'suspended', 'created', 'suspended'),
    'retry, full data': async () => {
      await leads(inRetry(), personal(), 'verified', 'verified');
      await leads(inRetry(), inDocument(), 'document', 'verification-document-needed');
      await leads(inRetry(), personal({ firstName: 'suspended' }), 'suspended', 'suspended');
    },
    'unverified, upgraded': async () => {
      await leads(person(), personal(), 'verified', 'verified');
      await leads(person(), inRetry(), 'retry', 'reverification-needed');
      await leads(person(), company(), 'verified', 'verified');
    },
    'receive-only to unverified': async () => {
      const id = await account.create(person({ type: 'receive-only' }));
      expect(await account.update(id, { type: 'unverified' })).toMatchObject({
        body: { attributes: { type: 'unverified' } },
      });
    },
    'any but suspended, deactivated': async () => {
      for (const body of [person(), inRetry(), inDocument(), personal()]) {
        await leads(body, { status: 'deactivated' }, 'deactivated', 'deactivated');
      }
      const suspended = await account.create(personal({ firstName: 'suspended' }));
      expect((await account.update(suspended, { status: 'deactivated' })).status).toBe(403);
    },
    'deactivated, reactivated': async () => {
      const id = await account.create(personal());
      await account.update(id, { status: 'deactivated' });
      await account.update(id, { status: 'reactivated' });
      expect([await account.statusOf(id), (await account.events(id)).at(-1)]).toEqual(['verified', 'activated']);
    },
    'any, suspended': async () => {
      for (const body of [person(), inRetry(), inDocument(), personal()]) {
        await leads(body, { status: 'suspended' }, 'suspended', 'suspended');
      }
    },
  };

  /** Reference facts, sections 2.1 to 2.5; fields of a creation and links by state have tables of their own. */
  const tables = {
    '2.1 types': types,
    '2.2 duplicates': duplicates,
    '2.3 resource': resource,
    '2.5 transitions': transitions,
  };
  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(Object.entries(rows))('%s', (__, row) => row());
  });

  it('has every row; papers and returns, which lead to a status too, have theirs elsewhere', () =>
    expect(Object.values(tables).map((rows) => Object.keys(rows).length)).toEqual([4, 2, 7, 11]));

  it('has every reason of section 2.7', () => expect(Object.keys(reasonCodes)).toHaveLength(18));
});
