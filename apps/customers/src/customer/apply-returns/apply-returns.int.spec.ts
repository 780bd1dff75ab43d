import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ApplicationPrincipal, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError, newId, returnCodes } from '@halyard/core';
import { Metrics } from '@halyard/observability';
import { applicationPrincipal, factAnswer, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, personal, startCustomers, told } from '../../../test/customers.js';

describe('a return that came from a customer', () => {
  let customers: TestService;
  let as: ApplicationPrincipal;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(() => {
    as = applicationPrincipal();
    customers.services.answer('PUT /internal/parties', factAnswer(null));
  });
  afterAll(() => customers.stop());

  const create = async (): Promise<string> => {
    const { body } = await customers.call('POST', '/customers', { principal: as, body: personal() });
    customers.services.calls.length = 0;
    return idOf(body);
  };
  const applyAll = (
    returns: readonly { readonly id: string; readonly code: string; readonly returnId?: string }[],
    operationId = newId(),
  ) =>
    customers.call('POST', '/internal/customers/returns', {
      principal: servicePrincipal('transfers'),
      body: { returns: returns.map((one) => ({ returnId: newId(), ...one })) },
      operationId,
    });
  const apply = (id: string, code: string, given: { readonly returnId?: string } = {}) =>
    applyAll([{ id, code, ...given }]);
  /** The customers that funding-sources was told of; the caller gets them in the answer. */
  const partiesTold = () =>
    told(customers).flatMap(({ service, path, fact }) => {
      expect([service, path]).toEqual(['funding-sources', '/internal/parties']);
      return (fact as unknown as { readonly parties: readonly PartyFact[] }).parties;
    });
  const change = (id: string, status: string) =>
    customers.call('POST', `/customers/${id}`, { principal: as, body: { status } });
  const typesOf = async (id: string) => (await customers.recorded(id)).slice(2).map(({ type }) => type.split('.')[1]);

  it.each(Object.entries(returnCodes))('has the effect of %s', async (code, { effects: { customer = 'none' } }) => {
    const id = await create();
    const status = customer === 'none' ? 'verified' : customer;
    expect(await apply(id, code)).toMatchObject({ status: 200, body: { fact: [{ partyId: id, status }] } });
    expect(await typesOf(id)).toEqual(customer === 'none' ? [] : [`customer-${customer}`]);
    expect(partiesTold()).toMatchObject([{ partyId: id, status }]);
  });

  it.each(['R05', 'R07'])('leaves a deactivated customer as it is: %s', async (code) => {
    const id = await create();
    await change(id, 'deactivated');
    expect(await apply(id, code)).toMatchObject({ body: { fact: [{ status: 'deactivated' }] } });
    expect(await typesOf(id)).toEqual(['customer-deactivated']);
  });

  it.each(['R05', 'R07'])('leaves a suspended customer suspended: %s', async (code) => {
    const id = await create();
    await change(id, 'suspended');
    expect(await apply(id, code)).toMatchObject({ body: { fact: [{ status: 'suspended' }] } });
    expect(await typesOf(id)).toEqual(['customer-suspended']);
  });

  it('comes once in effect, under whichever operation, also after the customer came back', async () => {
    const id = await create();
    const returnId = newId();
    await Promise.all([apply(id, 'R07', { returnId }), apply(id, 'R07', { returnId })]);
    expect(await typesOf(id)).toEqual(['customer-deactivated']);
    await change(id, 'reactivated');
    expect(await apply(id, 'R07', { returnId })).toMatchObject({ body: { fact: [{ status: 'verified' }] } });
  });

  it('is one of many that come at once: all of them, each once, whoever else brings some of them', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, create));
    customers.services.calls.length = 0;
    const returns = ids.map((id, n) => ({ id, code: n % 2 === 0 ? 'R05' : 'R07', returnId: newId() }));
    const both = await Promise.all([applyAll(returns), applyAll(returns.toReversed().slice(5))]);
    for (const { status } of both) expect(status).toBe(200);
    for (const [n, id] of ids.entries()) {
      expect(await typesOf(id)).toEqual([n % 2 === 0 ? 'customer-suspended' : 'customer-deactivated']);
    }
    expect(partiesTold()).toHaveLength(20 + 15);
  });

  it('holds up none of those that come with it where it is of no customer, which operators are told', async () => {
    const [id, stranger] = [await create(), newId()];
    const unknown = async () => {
      const scraped = await customers.get(Metrics).registry.metrics();
      return Number(/^halyard_irregularities_total\{.*"unknown".* (\d+)$/m.exec(scraped)?.[1] ?? 0);
    };
    const before = await unknown();
    const answer = await applyAll([
      { id: stranger, code: 'R05' },
      { id, code: 'R05' },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { fact: [{ partyId: id, status: 'suspended' }] } });
    expect(await unknown()).toBe(before + 1);
    expect((await applyAll([{ id: stranger, code: 'R05' }])).body).toMatchObject({ fact: [] });
  });

  it('is not answered before it was told; the same operation again completes it', async () => {
    const id = await create();
    const operationId = newId();
    const returns = [{ id, code: 'R05', returnId: newId() }];
    customers.services.answer('PUT /internal/parties', new DomainError('ServiceUnavailable'));
    expect(await applyAll(returns, operationId)).toMatchObject({ status: 503 });
    customers.services.answer('PUT /internal/parties', factAnswer(null));
    customers.services.calls.length = 0;
    expect(await applyAll(returns, operationId)).toMatchObject({ status: 200 });
    expect(partiesTold()).toMatchObject([{ partyId: id, status: 'suspended' }]);
    expect(await typesOf(id)).toEqual(['customer-suspended']);
  });

  it('is of a code that exists, and from transfers', async () => {
    const id = await create();
    expect(await apply(id, 'R99')).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
    const tooMany = Array.from({ length: TOLD_AT_ONCE_MAX + 1 }, () => ({ id, code: 'R05' }));
    for (const returns of [[], tooMany]) expect((await applyAll(returns)).status).toBe(400);
    const path = '/internal/customers/returns';
    expect((await customers.call('POST', path, { principal: as })).status).toBe(404);
    expect((await customers.call('POST', path, { principal: servicePrincipal('webhooks') })).status).toBe(403);
  });
});
