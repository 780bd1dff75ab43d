import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, factAnswer, type TestService } from '@halyard/testing';
import { customerAnswer } from '../customer.answer.js';
import type { Customer } from '../customer.entity.js';
import { faultsOf, idOf, person, personal, startCustomers, told } from '../../../test/customers.js';

describe('POST /customers/{id}', () => {
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
  const change = (id: string, body: object, operationId = newId()) =>
    customers.call('POST', `/customers/${id}`, { principal: as, body, operationId });

  const restored = async (id: string, sealed: Buffer): Promise<Customer> => {
    const snapshot = JSON.parse(await customers.get(Sealer).open(id, 'customers.history', sealed)) as Customer;
    return { ...snapshot, created: new Date(snapshot.created) };
  };

  it('answers the whole customer as it is since', async () => {
    const id = await create();
    expect(await change(id, { status: 'deactivated' })).toMatchObject({
      status: 200,
      body: {
        kind: 'customer',
        id,
        attributes: { id, firstName: 'Ada', status: 'deactivated' },
        links: { reactivate: { kind: 'customer', id } },
      },
    });
    expect(await customers.call('GET', `/customers/${id}`, { principal: as })).toMatchObject({
      body: { attributes: { status: 'deactivated' } },
    });
  });

  it.each([
    ['unverified', person()],
    ['verified', personal()],
    ['retry', personal({ firstName: 'retry' })],
    ['document', personal({ firstName: 'document' })],
  ])('restores the status %s when it reactivates', async (status, body) => {
    const id = await create(body);
    await change(id, { status: 'deactivated' });
    expect(await change(id, { status: 'reactivated' })).toMatchObject({
      status: 200,
      body: { attributes: { status } },
    });
  });

  it('writes each change into the history, with the status before', async () => {
    const id = await create();
    await change(id, { status: 'deactivated' });
    await change(id, { status: 'reactivated' });
    await change(id, { status: 'suspended' });
    const [, ...changes] = await customers.recorded(id);
    expect(changes).toMatchObject([
      {
        sequence: 2,
        type: 'customers.customer-deactivated.v1',
        data: { customerId: id, from: 'unverified', fact: { status: 'deactivated', version: 2 } },
      },
      {
        sequence: 3,
        type: 'customers.customer-activated.v1',
        data: { customerId: id, from: 'deactivated', fact: { status: 'unverified', version: 3 } },
      },
      {
        sequence: 4,
        type: 'customers.customer-suspended.v1',
        data: { customerId: id, from: 'unverified', fact: { status: 'suspended', version: 4 } },
      },
    ]);
  });

  it('keeps the customer as it was after each change, under its own seal', async () => {
    const id = await create(personal());
    const shown = async () => (await customers.call('GET', `/customers/${id}`, { principal: as })).body;
    const seen = [await shown()];
    for (const status of ['deactivated', 'reactivated', 'suspended']) {
      await change(id, { status });
      seen.push(await shown());
    }
    // The first of the two rows of a creation states what the second does.
    const [, ...rows] = await customers.dataSource.query<{ sealed: Buffer }[]>(
      'SELECT sealed FROM history WHERE key = $1 ORDER BY sequence',
      [id],
    );
    const were = rows.map(async ({ sealed }) => customerAnswer(await restored(id, sealed), customers.clock.system()));
    expect(await Promise.all(were)).toEqual(seen);
  });

  it('refuses what the status does not allow, and tells nobody', async () => {
    const id = await create(personal({ firstName: 'suspended' }));
    for (const status of ['deactivated', 'reactivated', 'suspended']) {
      expect(await change(id, { status })).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    }
    expect(await customers.recorded(id)).toHaveLength(2);
    expect(told(customers)).toEqual([]);
  });

  it('tells those who let money move, before it answers', async () => {
    const id = await create();
    await change(id, { status: 'suspended' });
    const fact = {
      partyId: id,
      accountId: as.accountId,
      kind: 'customer',
      type: 'unverified',
      status: 'suspended',
      version: 2,
    };
    expect(told(customers)).toEqual([
      { service: 'funding-sources', path: `/internal/parties/${id}`, fact },
      { service: 'transfers', path: `/internal/parties/${id}`, fact },
    ]);
  });

  it('answers 503 when it could not tell; the same operation again completes it without a second change', async () => {
    const id = await create();
    const operationId = newId();
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    expect(await change(id, { status: 'suspended' }, operationId)).toMatchObject({ status: 503 });

    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    customers.services.calls.length = 0;
    expect(await change(id, { status: 'suspended' }, operationId)).toMatchObject({
      status: 200,
      body: { attributes: { status: 'suspended' } },
    });
    expect(told(customers).map(({ service, fact }) => [service, fact])).toMatchObject([
      ['funding-sources', { status: 'suspended', version: 2 }],
      ['transfers', { status: 'suspended', version: 2 }],
    ]);
    expect(await customers.recorded(id)).toHaveLength(2);
  });

  it('tells what stands now when an old operation that could not be told is repeated', async () => {
    const id = await create();
    const operationId = newId();
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    await change(id, { status: 'deactivated' }, operationId);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    await change(id, { status: 'reactivated' });
    customers.services.calls.length = 0;
    await change(id, { status: 'deactivated' }, operationId);
    expect(told(customers)[0]?.fact).toMatchObject({ status: 'unverified', version: 3 });
  });

  it('answers a repeat with the same key as it was then, and tells nobody again', async () => {
    const id = await create();
    const keyed = { principal: as, body: { status: 'deactivated' }, key: newId() };
    const first = await customers.call('POST', `/customers/${id}`, keyed);
    await change(id, { status: 'reactivated' });
    customers.services.calls.length = 0;
    const again = await customers.call('POST', `/customers/${id}`, keyed);
    expect(again).toEqual({ ...first, isReplayed: true });
    expect(again).toMatchObject({ status: 200, body: { attributes: { status: 'deactivated' } } });
    expect(told(customers)).toEqual([]);
  });

  it('seals what is kept of a request and its answer', async () => {
    const id = await create(person({ firstName: 'Wilhelmina' }));
    const keyed = { principal: as, body: { status: 'deactivated' }, key: newId() };
    expect(JSON.stringify(await customers.call('POST', `/customers/${id}`, keyed))).toContain('Wilhelmina');
    const rows = await customers.dataSource.query<Record<string, unknown>[]>('SELECT * FROM operations');
    const texts = rows.flatMap((row) => Object.values(row)).map((value) => String(value));
    expect(texts.filter((text) => text.includes('Wilhelmina'))).toEqual([]);
  });

  it('lets one of two requests for the same change through', async () => {
    const id = await create();
    const answers = await Promise.all([change(id, { status: 'suspended' }), change(id, { status: 'suspended' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it.each([
    [{}, ['Required ']],
    [{ status: '' }, ['Required /status']],
    [{ status: 'verified' }, ['Invalid /status']],
    [{ nickname: 'A' }, ['Required ']],
    [{ firstName: null, status: null }, ['Required ']],
    [{ status: 7 }, ['Invalid /status']],
    [
      { status: 'suspended', firstName: 'Eve', email: 'eve@example.com', address1: 'x', type: 'personal' },
      ['ReadOnly /firstName', 'ReadOnly /email', 'ReadOnly /type', 'ReadOnly /address1'],
    ],
  ])('refuses the body %j', async (body, faults) => {
    const answer = await change(await create(), body);
    expect([answer.status, faultsOf(answer.body)]).toEqual([400, faults]);
  });

  it('knows no customer of another account', async () => {
    const id = await create();
    as = applicationPrincipal();
    expect(await change(id, { status: 'suspended' })).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(await change(newId(), { status: 'suspended' })).toMatchObject({ status: 404 });
  });
});
