import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import {
  blocks,
  faultsOf,
  holdCreation,
  idOf,
  person,
  personal,
  rowOf,
  startCustomers,
} from '../../../test/customers.js';

describe('POST /customers', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const create = (body: object, as = applicationPrincipal(), operationId = newId()) =>
    customers.call('POST', '/customers', { principal: as, body, operationId });
  const sealedOf = (key: string) =>
    customers.dataSource.query<{ sealed: Buffer }[]>('SELECT sealed FROM history WHERE key = $1 ORDER BY sequence', [
      key,
    ]);
  const open = (id: string, context: string, sealed: Buffer) => customers.get(Sealer).open(id, context, sealed);

  it('creates an unverified customer that can be read at once', async () => {
    const as = applicationPrincipal();
    const body = person({ businessName: 'Acme', phone: '5555555555', correlationId: 'c-1', ipAddress: '10.0.0.1' });
    const { status, body: answer } = await create(body, as);
    expect(status).toBe(201);

    const id = idOf(answer);
    expect(await customers.call('GET', `/customers/${id}`, { principal: as })).toMatchObject({
      status: 200,
      body: {
        type: 'resource',
        kind: 'customer',
        id,
        attributes: {
          id,
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: body.email,
          type: 'unverified',
          status: 'unverified',
          created: customers.clock.system().toISOString(),
          businessName: 'Acme',
          phone: '5555555555',
          correlationId: 'c-1',
        },
      },
    });
  });

  it('tells of an unverified customer once, without personal data', async () => {
    const as = applicationPrincipal();
    const id = idOf((await create(person(), as)).body);
    expect(await customers.recorded(id)).toMatchObject([
      {
        sequence: 1,
        accountId: as.accountId,
        type: 'customers.customer-created.v1',
        data: {
          customerId: id,
          fact: {
            partyId: id,
            accountId: as.accountId,
            kind: 'customer',
            type: 'unverified',
            status: 'unverified',
            version: 1,
          },
        },
      },
    ]);
    expect((await rowOf(customers, id)).version).toBe(1);
  });

  it.each([
    ['verified', 'verified', 'customers.customer-verified.v1'],
    ['retry', 'retry', 'customers.customer-reverification-needed.v1'],
    ['document', 'document', 'customers.customer-verification-document-needed.v1'],
    ['suspended', 'suspended', 'customers.customer-suspended.v1'],
    ['Grace', 'verified', 'customers.customer-verified.v1'],
    ['Verified', 'verified', 'customers.customer-verified.v1'],
  ])('has the sandbox take a person called %s for %s', async (firstName, status, event) => {
    const id = idOf((await create(personal({ firstName }))).body);
    expect(await rowOf(customers, id)).toMatchObject({ type: 'personal', status, version: 2 });
    expect(await customers.recorded(id)).toMatchObject([
      { sequence: 1, type: 'customers.customer-created.v1', data: { customerId: id, fact: { status, version: 1 } } },
      { sequence: 2, type: event, data: { customerId: id, fact: { status, version: 2 } } },
    ]);
  });

  it('takes such a name of an unverified customer for a name', async () => {
    const id = idOf((await create(person({ firstName: 'suspended' }))).body);
    expect(await rowOf(customers, id)).toMatchObject({ status: 'unverified' });
  });

  it('seals number and birthday, and shows neither', async () => {
    const as = applicationPrincipal();
    const id = idOf((await create(personal({ dateOfBirth: '1970-01-31T23:59:59.9999999-11:00' }), as)).body);
    const row = await rowOf(customers, id);
    expect(await open(id, 'customers.ssn', row.ssn)).toBe('123456789');
    expect(await open(id, 'customers.date-of-birth', row.date_of_birth)).toBe('1970-01-31');

    const { body } = await customers.call('GET', `/customers/${id}`, { principal: as });
    const shown = JSON.stringify(body);
    for (const secret of ['123456789', '6789', '1970-01-31', 'ssn', 'dateOfBirth']) expect(shown).not.toContain(secret);
  });

  it('keeps the personal data in the history under seal only', async () => {
    const body = personal();
    const id = idOf((await create(body)).body);
    for (const { sealed } of await sealedOf(id)) {
      expect(JSON.parse(await open(id, 'customers.history', sealed))).toMatchObject({
        id,
        firstName: 'Ada',
        email: body.email,
        address1: '99-99 33rd St',
        status: 'verified',
      });
    }
    const plain = JSON.stringify(await customers.recorded(id));
    for (const text of ['Ada', 'Lovelace', body.email, '33rd', '6789']) expect(plain).not.toContain(text);
  });

  it('has an e-mail once in an account, in whatever case, and again in another of the application', async () => {
    const as = applicationPrincipal();
    await create(person({ email: 'Twice@example.com' }), as);
    const sibling = applicationPrincipal({ accountId: as.accountId });
    for (const principal of [as, sibling]) {
      const again = await create(person({ email: 'tWICE@Example.com' }), principal);
      expect([again.status, faultsOf(again.body)]).toEqual([400, ['Duplicate /email']]);
    }
    const elsewhere = { ...applicationPrincipal(), applicationId: as.applicationId };
    expect((await create(person({ email: 'twice@example.com' }), elsewhere)).status).toBe(201);
  });

  it('has an e-mail once, however its letters are composed, and is answered as it was sent', async () => {
    const as = applicationPrincipal();
    const apart = person({ firstName: 'Zoe\u0308', email: 'ZOE\u0308@example.com' });
    const first = await create(apart, as);
    const again = await create(person({ email: 'zo\u00eb@example.com' }), as);
    expect([again.status, faultsOf(again.body)]).toEqual([400, ['Duplicate /email']]);
    const id = idOf(first.body);
    const { body } = await customers.call('GET', `/customers/${id}`, { principal: as });
    expect(body).toMatchObject({ attributes: { firstName: apart.firstName, email: apart.email } });
  });

  it('has a correlation id once in an account, and again in another', async () => {
    const as = applicationPrincipal();
    await create(person({ correlationId: 'once' }), as);
    const sibling = applicationPrincipal({ accountId: as.accountId });
    const again = await create(person({ correlationId: 'once' }), sibling);
    expect([again.status, faultsOf(again.body)]).toEqual([400, ['Duplicate /correlationId']]);
    expect((await create(person({ correlationId: 'once' }))).status).toBe(201);
  });

  it('names both duplicates in one answer', async () => {
    const as = applicationPrincipal();
    const body = person({ correlationId: 'both' });
    await create(body, as);
    expect(faultsOf((await create(body, as)).body)).toEqual(['Duplicate /email', 'Duplicate /correlationId']);
  });

  it('lets one of many requests for the same e-mail through, in whatever process, however close they come', async () => {
    const beside = await startCustomers({}, customers);
    const as = applicationPrincipal();
    for (let round = 0; round < 20; round += 1) {
      const body = person({ email: `race.${round}@example.com` });
      const asked = Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? customers : beside).call('POST', '/customers', { principal: as, body }),
      );
      const answers = await Promise.all(asked);
      const created = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ status }) => status === 400);
      expect([created.length, refused.length]).toEqual([1, 7]);
      expect(new Set(refused.flatMap(({ body: refusal }) => faultsOf(refusal)))).toEqual(new Set(['Duplicate /email']));
    }
    const { body } = await customers.call('GET', '/customers', { principal: as });
    expect(body).toMatchObject({ total: 20 });
    await beside.stop();
  });

  it('refuses a race that the first look could not see', async () => {
    const as = applicationPrincipal();
    const held = await holdCreation(customers, as, 'slow@example.com');
    const late = create(person({ email: 'slow@example.com' }), as);
    await until('it waits', () => blocks(customers, held.pid));
    await held.commit();
    const { status, body } = await late;
    expect([status, faultsOf(body)]).toEqual([400, ['Duplicate /email']]);
  });

  it('waits for no other creation of the account', async () => {
    const as = applicationPrincipal();
    const held = await holdCreation(customers, as, 'held@example.com');
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(person(), as)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await held.commit();
  });

  it('does the same operation once', async () => {
    const as = applicationPrincipal();
    const body = person();
    const operationId = newId();
    const [first, second] = await Promise.all([create(body, as, operationId), create(body, as, operationId)]);
    const third = await create(body, as, operationId);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await customers.recorded(idOf(first.body))).toHaveLength(1);
  });

  it('leaves nothing of what it refused', async () => {
    const as = applicationPrincipal();
    await create(person({ correlationId: 'kept' }), as);
    const before = await customers.recorded();
    await create(person({ correlationId: 'kept' }), as);
    await create({ firstName: 'Ada' }, as);
    expect(await customers.recorded()).toEqual(before);
    const { body } = await customers.call('GET', '/customers', { principal: as });
    expect(body).toMatchObject({ total: 1 });
  });

  it('is for applications', async () => {
    const as = servicePrincipal('transfers');
    expect((await customers.call('POST', '/customers', { principal: as, body: person() })).status).toBe(403);
  });
});

describe('POST /customers outside the sandbox', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers({ ENVIRONMENT: 'production' });
  });
  afterAll(() => customers.stop());

  it('verifies nobody', async () => {
    const answer = await customers.call('POST', '/customers', { principal: applicationPrincipal(), body: personal() });
    expect([answer.status, faultsOf(answer.body)]).toEqual([400, ['NotAllowed /type']]);
  });
});
