import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, Json } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { fieldNamesOf } from '@halyard/input';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import {
  blocks,
  company,
  controller,
  faultsOf,
  holdCreation,
  idOf,
  person,
  personal,
  proprietorship,
  rowOf,
  startCustomers,
  told,
} from '../../../test/customers.js';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';

type Body = Record<string, Json>;

const fullController = (overrides: Body = {}) => controller({ ssn: '123-45-6789', ...overrides });

describe('POST /customers/{id} with more than a status', () => {
  let customers: TestService;
  let as: ApplicationPrincipal;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(() => {
    as = applicationPrincipal();
    customers.services.calls.length = 0;
  });
  afterAll(() => customers.stop());

  const create = async (body: object = person()): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body })).body);
  const update = (id: string, body: object, operationId = newId()) =>
    customers.call('POST', `/customers/${id}`, { principal: as, body, operationId });
  const typesOf = async (id: string) =>
    (await customers.recorded(id)).map(({ type }) => type.replace(/customers\.customer-(.*)\.v1/, '$1'));

  const names = { firstName: 'Eve', lastName: 'Byron', email: 'eve@example.com', businessName: 'Looms' };
  const contact = {
    ...{ email: 'new@example.com', phone: '5555550199', ipAddress: '192.0.2.9' },
    ...{ address1: '2 Elm St', address2: 'Floor 2', city: 'Ames', state: 'IA', postalCode: '50010-0001' },
  };

  /** Which fields may be changed, by customer: reference facts, section 2.6. */
  it.each<[string, Body, Body]>([
    ['an unverified customer', person(), names],
    ['a receive-only customer', person({ type: 'receive-only' }), names],
    ['a verified person', personal(), contact],
    ['a verified company', company(), { ...contact, doingBusinessAs: 'Looms', website: 'looms.example.com' }],
    ['a verified sole proprietor', proprietorship(), { ...contact, doingBusinessAs: 'Looms' }],
  ])('changes %s, and tells nobody', async (_, body, changes) => {
    const id = await create(body);
    const before = (await typesOf(id)).length;
    const { ipAddress: __, ...shown } = changes;
    expect(await update(id, changes)).toMatchObject({ status: 200, body: { attributes: shown } });
    expect(await customers.call('GET', `/customers/${id}`, { principal: as })).toMatchObject({
      body: { attributes: shown },
    });
    expect(await rowOf(customers, id)).toMatchObject({
      ...('ipAddress' in changes && { ip_address: changes['ipAddress'] }),
      email_key: changes['email'],
    });
    expect((await typesOf(id)).slice(before)).toEqual(['updated']);
    expect(told(customers)).toEqual([]);
  });

  it('takes the type that the customer has', async () => {
    const [receiver, ada] = [await create(person({ type: 'receive-only' })), await create(personal())];
    expect((await update(receiver, { type: 'receive-only', lastName: 'Byron' })).status).toBe(200);
    expect((await update(ada, { type: 'personal', phone: '5555550199' })).status).toBe(200);
  });

  it('leaves what is missing, and unsets what is empty', async () => {
    const id = await create(person({ businessName: 'Acme', phone: '5555550100' }));
    const { body } = await update(id, { businessName: '' });
    expect(body).toMatchObject({ attributes: { firstName: 'Ada', phone: '5555550100', businessName: undefined } });
    expect(await rowOf(customers, id)).toMatchObject({ business_name: null, phone: '5555550100' });
  });

  it.each([
    ['an unverified customer', person({ businessName: 'Acme' })],
    ['a verified person', personal({ phone: '5555550100' })],
    ['a verified company', company({ doingBusinessAs: 'Looms', website: 'looms.example.com' })],
    ['a verified sole proprietor', proprietorship({ ein: '12-3456789' })],
  ])('leaves what is null of %s as it is, be it sealed or not to be changed', async (_, body) => {
    const id = await create(body);
    const before = await rowOf(customers, id);
    const nulls = Object.fromEntries(fieldNamesOf(CreateCustomerDto).map((field) => [field, null]));
    expect(await update(id, { ...nulls, email: 'new@example.com' })).toMatchObject({ status: 200 });
    const changed = { email: 'new@example.com', email_key: 'new@example.com', version: expect.any(Number) };
    const search_text = expect.stringContaining('new@example.com') as unknown;
    expect(await rowOf(customers, id)).toEqual({ ...before, ...changed, search_text });
  });

  it('is found by what it is called since', async () => {
    const id = await create();
    await update(id, { lastName: 'Zuse' });
    const { body } = await customers.call('GET', '/customers', { principal: as, query: { search: 'ada zuse' } });
    expect(body).toMatchObject({ total: 1, items: [{ id }] });
  });

  it.each<[string, Body, Body, readonly string[]]>([
    ['an unverified customer', person(), { ssn: '1234', phone: '1' }, ['ReadOnly /phone', 'ReadOnly /ssn']],
    [
      'an unverified customer',
      person(),
      { firstName: '', email: 'x' },
      ['Required /firstName', 'InvalidFormat /email'],
    ],
    [
      'an unverified customer',
      person(),
      { firstName: ' ', lastName: '\u3000', email: '' },
      ['Required /firstName', 'Required /lastName', 'Required /email'],
    ],
    ['an unverified customer', person(), { type: 'receive-only' }, ['NotAllowed /type']],
    ['a receive-only customer', person({ type: 'receive-only' }), { ...personal() }, ['NotAllowed /type']],
    [
      'a verified person',
      personal(),
      { firstName: 'Eve', lastName: 'Eve', dateOfBirth: '1970-01-01', ssn: '1234', correlationId: 'c' },
      ['firstName', 'lastName', 'correlationId', 'dateOfBirth', 'ssn'].map((field) => `ReadOnly /${field}`),
    ],
    ['a verified person', personal(), { type: 'unverified' }, ['NotAllowed /type']],
    ['a verified person', personal(), { type: 'business', email: 'x@example.com' }, ['NotAllowed /type']],
    ['a verified person', personal(), { address1: 'PO Box 1', city: '' }, ['Invalid /address1', 'Required /city']],
    [
      'a verified person',
      personal(),
      { email: ' ', address1: ' ', city: '\t', state: '', postalCode: ' ' },
      ['email', 'address1', 'city', 'state', 'postalCode'].map((field) => `Required /${field}`),
    ],
    [
      'a verified company',
      company(),
      { businessName: 'Looms', ein: '12-3456789', controller: controller() },
      ['ReadOnly /businessName', 'ReadOnly /ein', 'ReadOnly /controller'],
    ],
  ])('refuses %s %j with %j: %j', async (_, body, changes, faults) => {
    const id = await create(body);
    const before = await typesOf(id);
    const answer = await update(id, changes);
    expect(answer.status).toBe(400);
    expect(
      faultsOf(answer.body)
        .filter((fault) => faults.includes(fault))
        .sort(),
    ).toEqual([...faults].sort());
    expect(await typesOf(id)).toEqual(before);
  });

  it.each<[string, Body, Body | undefined]>([
    ['who is to show papers', personal({ firstName: 'document' }), undefined],
    ['who is suspended', personal({ firstName: 'suspended' }), undefined],
    ['who is deactivated', personal(), { status: 'deactivated' }],
  ])('refuses all that a customer %s is sent', async (_, body, action) => {
    const id = await create(body);
    if (action) await update(id, action);
    expect(await update(id, { email: 'else@example.com' })).toMatchObject({
      status: 403,
      body: { code: 'InvalidResourceState' },
    });
  });

  it('makes a receive-only customer an unverified one, and tells who moves money', async () => {
    const id = await create(person({ type: 'receive-only' }));
    expect(await update(id, { type: 'unverified' })).toMatchObject({
      status: 200,
      body: { attributes: { type: 'unverified', status: 'unverified' }, links: { send: { kind: 'createTransfer' } } },
    });
    expect(await typesOf(id)).toEqual(['created', 'updated']);
    expect(told(customers).map(({ fact }) => fact.type)).toEqual(['unverified', 'unverified']);
  });

  /** An upgrade is a creation of that type without customer_created: reference facts, section 2.5. */
  it.each<[string, Body, string, string]>([
    ['personal', personal(), 'verified', 'verified'],
    ['personal', personal({ firstName: 'retry' }), 'retry', 'reverification-needed'],
    ['personal', personal({ firstName: 'document' }), 'document', 'verification-document-needed'],
    ['personal', personal({ firstName: 'suspended' }), 'suspended', 'suspended'],
    ['business', company(), 'verified', 'verified'],
    ['business', company({ businessName: 'document' }), 'document', 'verification-document-needed'],
    ['business', proprietorship({ firstName: 'retry' }), 'retry', 'reverification-needed'],
  ])('upgrades to %s with %j: %s', async (type, body, status, event) => {
    const id = await create(person({ businessName: 'Before', correlationId: 'kept' }));
    expect(await update(id, body)).toMatchObject({
      status: 200,
      body: { attributes: { type, status, email: body['email'], correlationId: 'kept' } },
    });
    expect(await typesOf(id)).toEqual(['created', event]);
    expect(await rowOf(customers, id)).toMatchObject({ business_name: body['businessName'] ?? null });
    expect(told(customers).map(({ service, fact }) => [service, fact.type, fact.status])).toEqual([
      ['funding-sources', type, status],
      ['transfers', type, status],
    ]);
  });

  it('refuses an upgrade whose data is not complete', async () => {
    const answer = await update(await create(), { type: 'personal', ssn: '12' });
    expect([answer.status, faultsOf(answer.body)]).toEqual([
      400,
      expect.arrayContaining(['Required /firstName', 'Required /address1', 'InvalidFormat /ssn']),
    ]);
  });

  /** One second try: reference facts, sections 2.5 and 2.9. */
  it.each<[string, Body, Body, string, string]>([
    ['a person', personal({ firstName: 'retry' }), personal(), 'verified', 'verified'],
    ['a person', personal({ firstName: 'retry' }), personal({ firstName: 'retry' }), 'verified', 'verified'],
    [
      'a person',
      personal({ firstName: 'retry' }),
      personal({ firstName: 'document' }),
      'document',
      'verification-document-needed',
    ],
    ['a person', personal({ firstName: 'retry' }), personal({ firstName: 'suspended' }), 'suspended', 'suspended'],
    [
      'a company',
      company({ controller: controller({ firstName: 'retry' }) }),
      company({ controller: fullController() }),
      'verified',
      'verified',
    ],
    [
      'a company',
      company({ businessName: 'retry' }),
      company({ controller: fullController({ firstName: 'document' }), businessType: 'corporation' }),
      'document',
      'verification-document-needed',
    ],
    [
      'a sole proprietor',
      proprietorship({ firstName: 'retry' }),
      proprietorship({ ssn: '123456789', dateOfBirth: '1970-01-31T00:00:00' }),
      'verified',
      'verified',
    ],
  ])('lets %s try again: %j, %j, %s', async (_, body, again, status, event) => {
    const id = await create(body);
    expect(await update(id, again)).toMatchObject({
      status: 200,
      body: { attributes: { status, email: again['email'] } },
    });
    expect(await typesOf(id)).toEqual(['created', 'reverification-needed', event]);
    // There is no third try.
    expect((await update(id, again)).status).not.toBe(200);
  });

  it.each<[string, Body, Body, string]>([
    ['a person', personal({ firstName: 'retry' }), personal({ ssn: '6789' }), 'InvalidFormat /ssn'],
    [
      'a company',
      company({ businessName: 'retry' }),
      company({ controller: controller() }),
      'InvalidFormat /controller/ssn',
    ],
    ['a sole proprietor', proprietorship({ firstName: 'retry' }), proprietorship(), 'InvalidFormat /ssn'],
    ['a person', personal({ firstName: 'retry' }), company({ controller: fullController() }), 'Invalid /type'],
  ])('wants of %s the full number, and the same type', async (_, body, again, fault) => {
    const answer = await update(await create(body), again);
    expect([answer.status, faultsOf(answer.body)]).toEqual([400, expect.arrayContaining([fault])]);
  });

  const reached = { phone: '5555550199', ipAddress: '192.0.2.9' };
  const first = { ...reached, address2: 'Floor 9', doingBusinessAs: 'Looms', website: 'looms.example.com' };
  it.each<[string, Body, Body, readonly string[]]>([
    [
      'a person',
      personal({ ...reached, firstName: 'retry', address2: 'Floor 9' }),
      personal(),
      ['address2', 'business_name', 'controller', 'ein'],
    ],
    [
      'a company that is a sole proprietor now',
      company({ ...first, businessName: 'retry' }),
      proprietorship({ ssn: '123456789' }),
      ['address2', 'doing_business_as', 'website', 'controller', 'controller_numbers', 'ein'],
    ],
    [
      'a sole proprietor that is a company now',
      proprietorship({ ...first, firstName: 'retry' }),
      company({ controller: fullController() }),
      ['address2', 'doing_business_as', 'website', 'ssn', 'date_of_birth'],
    ],
  ])(
    'keeps nothing of the first try of %s but how it is reached and what it is called',
    async (_, body, again, gone) => {
      const correlationId = newId();
      const id = await create({ ...body, correlationId });
      expect(await update(id, again)).toMatchObject({
        status: 200,
        body: { attributes: { phone: reached.phone, correlationId, status: 'verified' } },
      });
      const row: Record<string, unknown> = { ...(await rowOf(customers, id)) };
      expect(row['ip_address']).toBe(reached.ipAddress);
      expect(gone.filter((column) => row[column] !== null)).toEqual([]);
    },
  );

  it('seals the numbers of a second try in place of those of the first', async () => {
    const id = await create(company({ controller: controller({ firstName: 'retry' }) }));
    const again = fullController({ dateOfBirth: '1970-02-28T00:00:00' });
    await update(id, company({ controller: again, ein: '98-7654321' }));
    const { ein, controller_numbers: numbers } = await rowOf(customers, id);
    const open = (context: string, sealed: Buffer) => customers.get(Sealer).open(id, context, sealed);
    expect(await open('customers.ein', ein)).toBe('987654321');
    expect(JSON.parse(await open('customers.controller', numbers))).toMatchObject({
      dateOfBirth: '1970-02-28',
      ssn: '123456789',
    });
  });

  it('answers a repeated operation as it was then, whatever the customer is since', async () => {
    const id = await create();
    const operationId = newId();
    const body = personal();
    const first = await update(id, body, operationId);
    await update(id, { status: 'suspended' });
    expect(await update(id, body, operationId)).toEqual(first);
    expect(await typesOf(id)).toEqual(['created', 'verified', 'suspended']);
  });

  it('names the customer that has the e-mail already', async () => {
    const [first, second] = [await create(person({ email: 'taken@example.com' })), await create()];
    const { status, body } = await update(second, { email: 'Taken@Example.com' });
    expect([status, body]).toMatchObject([
      400,
      { faults: [{ code: 'Duplicate', path: '/email', about: { kind: 'customer', id: first } }] },
    ]);
    expect(await update(first, { email: 'TAKEN@example.com' })).toMatchObject({ status: 200 });
  });

  it('refuses an e-mail whose other owner is only just being committed', async () => {
    const id = await create();
    const held = await holdCreation(customers, as, 'late@example.com');
    const late = update(id, { email: 'late@example.com' });
    await until('it waits', () => blocks(customers, held.pid));
    await held.commit();
    const { status, body } = await late;
    expect([status, faultsOf(body)]).toEqual([400, ['Duplicate /email']]);
  });

  it('decides each of many changes at once on what the others left', async () => {
    const id = await create();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, at) => update(id, { firstName: `Eve${'abcd'[at] ?? ''}` })),
      update(id, { lastName: 'Noether' }),
      update(id, personal()),
    ]);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(
      rest.every(({ status, body }) => status === 400 && faultsOf(body).every((it) => it.startsWith('ReadOnly'))),
    ).toBe(true);
    expect(await rowOf(customers, id)).toMatchObject({ type: 'personal', status: 'verified', last_name: 'Lovelace' });
    expect((await typesOf(id)).length).toBe(1 + answers.length - rest.length);
  });
});
