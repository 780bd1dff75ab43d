import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { DomainError, newId, returnCodes } from '@halyard/core';
import { applicationPrincipal, factDocument, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, personal, startCustomers, told } from '../../../test/customers.js';

describe('a return that came from a customer', () => {
  let customers: TestService;
  let as: ApplicationPrincipal;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(() => {
    as = applicationPrincipal();
    customers.services.answer('PUT /internal/parties/:id', factDocument(null));
  });
  afterAll(() => customers.stop());

  const create = async (): Promise<string> => {
    const { body } = await customers.call('POST', '/customers', { principal: as, body: personal() });
    customers.services.calls.length = 0;
    return idOf(body);
  };
  const apply = (id: string, code: string, given: { readonly returnId?: string; readonly operationId?: string } = {}) =>
    customers.call('POST', `/internal/customers/${id}/returns`, {
      principal: servicePrincipal('transfers'),
      body: { returnId: given.returnId ?? newId(), code },
      operationId: given.operationId ?? newId(),
    });
  const change = (id: string, status: string) =>
    customers.call('POST', `/customers/${id}`, { principal: as, body: { status } });
  const typesOf = async (id: string) => (await customers.recorded(id)).slice(2).map(({ type }) => type.split('.')[1]);

  it.each(Object.entries(returnCodes))('has the effect of %s', async (code, { effects: { customer = 'none' } }) => {
    const id = await create();
    const status = customer === 'none' ? 'verified' : customer;
    expect(await apply(id, code)).toMatchObject({ status: 200, body: { fact: { partyId: id, status } } });
    expect(await typesOf(id)).toEqual(customer === 'none' ? [] : [`customer-${customer}`]);
    expect(new Set(told(customers).map(({ service }) => service))).toEqual(new Set(['funding-sources', 'transfers']));
    for (const { fact } of told(customers)) expect(fact).toMatchObject({ partyId: id, status });
  });

  it.each(['R05', 'R07'])('leaves a deactivated customer as it is: %s', async (code) => {
    const id = await create();
    await change(id, 'deactivated');
    expect(await apply(id, code)).toMatchObject({ body: { fact: { status: 'deactivated' } } });
    expect(await typesOf(id)).toEqual(['customer-deactivated']);
  });

  it.each(['R05', 'R07'])('leaves a suspended customer suspended: %s', async (code) => {
    const id = await create();
    await change(id, 'suspended');
    expect(await apply(id, code)).toMatchObject({ body: { fact: { status: 'suspended' } } });
    expect(await typesOf(id)).toEqual(['customer-suspended']);
  });

  it('comes once in effect, under whichever operation, also after the customer came back', async () => {
    const id = await create();
    const returnId = newId();
    await Promise.all([apply(id, 'R07', { returnId }), apply(id, 'R07', { returnId })]);
    expect(await typesOf(id)).toEqual(['customer-deactivated']);
    await change(id, 'reactivated');
    expect(await apply(id, 'R07', { returnId })).toMatchObject({ body: { fact: { status: 'verified' } } });
  });

  it('is not answered before it was told; the same operation again completes it', async () => {
    const id = await create();
    const given = { returnId: newId(), operationId: newId() };
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    expect(await apply(id, 'R05', given)).toMatchObject({ status: 503 });
    customers.services.answer('PUT /internal/parties/:id', factDocument(null));
    customers.services.calls.length = 0;
    expect(await apply(id, 'R05', given)).toMatchObject({ status: 200 });
    expect(told(customers)).toHaveLength(2);
    expect(await typesOf(id)).toEqual(['customer-suspended']);
  });

  it('is of a code and a customer that exist, and from transfers', async () => {
    const id = await create();
    expect(await apply(id, 'R99')).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
    expect(await apply(newId(), 'R05')).toMatchObject({ status: 404 });
    const path = `/internal/customers/${id}/returns`;
    expect((await customers.call('POST', path, { principal: as })).status).toBe(404);
    expect((await customers.call('POST', path, { principal: servicePrincipal('webhooks') })).status).toBe(403);
  });
});
