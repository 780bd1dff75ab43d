import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, PartyFact } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts';
import { DomainError, newId, returnCodes } from '@halyard/core';
import { factDocument, servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  bank,
  faultsOf,
  FundingSources,
  getSource,
  openAccount,
  told,
  usd,
} from '../../../test/funding-sources.js';

describe('a return that came from a bank', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
    sources.service.services.answer('PUT /internal/funding-sources/:id', factDocument(null));
  });

  const add = (body: object, owner = customer) =>
    sources.service.call('POST', `/customers/${owner.partyId}/funding-sources`, { principal, body });
  const verify = async (id: string): Promise<void> => {
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    expect(await sources.service.call('POST', path, { principal, body })).toMatchObject({ status: 200 });
  };
  const verifiedBank = async (body: object = bank()): Promise<string> => {
    const id = await addBank(sources, principal, customer, body);
    await verify(id);
    sources.service.services.calls.length = 0;
    return id;
  };
  const apply = (id: string, code: string, given: { readonly returnId?: string; readonly operationId?: string } = {}) =>
    sources.service.call('POST', `/internal/funding-sources/${id}/returns`, {
      principal: servicePrincipal('transfers'),
      body: { returnId: given.returnId ?? newId(), code },
      operationId: given.operationId ?? newId(),
    });
  const typesOf = async (id: string) =>
    (await sources.service.recorded(id)).slice(3).map(({ type }) => type.split('.')[1]);
  const attributesOf = async (id: string) => (await getSource(sources, principal, id)).attributes;

  it.each(['R01', 'R03', 'R10', 'R12', 'R20', 'R22'] as const)('has the effects of %s', async (code) => {
    const { effects } = returnCodes[code];
    const body = bank();
    const id = await verifiedBank(body);
    const fact = { status: effects.unverify ? 'unverified' : 'verified', removed: effects.remove };
    expect(await apply(id, code)).toMatchObject({ status: 200, body: { fact } });
    expect(await attributesOf(id)).toMatchObject(fact);
    expect(await typesOf(id)).toEqual([
      ...(effects.unverify ? ['funding-source-unverified'] : []),
      ...(effects.remove ? ['funding-source-removed'] : []),
    ]);
    expect(told(sources)).toMatchObject([{ service: 'transfers', fact }]);
    const again = await add(body, addCustomer(sources, principal));
    if (!effects.block) expect(again.status).toBe(201);
    else expect(faultsOf(again.body)).toEqual(['Restricted /accountNumber']);
  });

  it('comes once in effect, under whichever operation, also after the bank came back', async () => {
    const body = bank();
    const id = await verifiedBank(body);
    const returnId = newId();
    await Promise.all([apply(id, 'R03', { returnId }), apply(id, 'R03', { returnId })]);
    expect(await typesOf(id)).toEqual(['funding-source-unverified', 'funding-source-removed']);
    expect(await add(body)).toMatchObject({ status: 201, body: { resource: { id } } });
    expect(await apply(id, 'R03', { returnId })).toMatchObject({ body: { fact: { removed: false } } });
    expect(await attributesOf(id)).toMatchObject({ removed: false });
  });

  it('is not answered before it was told; the same operation again completes it', async () => {
    const id = await verifiedBank();
    const given = { returnId: newId(), operationId: newId() };
    sources.service.services.answer('PUT /internal/funding-sources/:id', new DomainError('ServiceUnavailable'));
    expect(await apply(id, 'R02', given)).toMatchObject({ status: 503 });
    sources.service.services.answer('PUT /internal/funding-sources/:id', factDocument(null));
    sources.service.services.calls.length = 0;
    expect(await apply(id, 'R02', given)).toMatchObject({ status: 200 });
    expect(told(sources)).toMatchObject([{ service: 'transfers', fact: { removed: true } }]);
    expect(await typesOf(id)).toEqual(['funding-source-unverified', 'funding-source-removed']);
  });

  it('has a bank that lost its verification prove itself anew', async () => {
    const id = await verifiedBank();
    await apply(id, 'R22');
    expect(await getSource(sources, principal, id)).toMatchObject({
      attributes: { status: 'unverified', removed: false },
      links: { 'initiate-micro-deposits': { kind: 'micro-deposits', id } },
    });
    await verify(id);
    expect(await attributesOf(id)).toMatchObject({ status: 'verified' });
  });

  it('blocks a bank account for all owners of the account, and for no other account', async () => {
    const body = bank();
    await apply(await verifiedBank(body), 'R10');
    for (const owner of [customer, addCustomer(sources, principal)]) {
      expect(faultsOf((await add(body, owner)).body)).toEqual(['Restricted /accountNumber']);
    }
    const ofAccount = await sources.service.call('POST', '/funding-sources', { principal, body });
    expect(faultsOf(ofAccount.body)).toEqual(['Restricted /accountNumber']);
    const other = openAccount(sources);
    await addBank(sources, other, addCustomer(sources, other), body);
  });

  it('keeps no number in what it remembers', async () => {
    const body = bank();
    await apply(await verifiedBank(body), 'R10');
    const rows = await sources.service.dataSource.query<object[]>('SELECT * FROM blocked_banks, applied_returns');
    expect(JSON.stringify(rows)).not.toContain(body.accountNumber);
  });

  it('leaves a removed bank as it was removed, and blocks it still', async () => {
    const body = bank();
    const id = await verifiedBank(body);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    await apply(id, 'R05');
    expect(await attributesOf(id)).toMatchObject({ status: 'verified', removed: true });
    expect(await typesOf(id)).toEqual(['funding-source-removed']);
    expect(faultsOf((await add(body)).body)).toEqual(['Restricted /accountNumber']);
  });

  it('does nothing to a balance', async () => {
    const id = balanceIdOf(principal.accountId);
    await sources.service.call('GET', `/accounts/${principal.accountId}/funding-sources`, { principal });
    expect(await apply(id, 'R02')).toMatchObject({ body: { fact: { removed: false, status: 'verified' } } });
  });

  it('is of a code and a source that exist, and from transfers', async () => {
    const id = await verifiedBank();
    expect(await apply(id, 'R99')).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
    expect(await apply(newId(), 'R01')).toMatchObject({ status: 404 });
    const path = `/internal/funding-sources/${id}/returns`;
    expect((await sources.service.call('POST', path, { principal })).status).toBe(404);
    const stranger = servicePrincipal('webhooks');
    expect((await sources.service.call('POST', path, { principal: stranger })).status).toBe(403);
  });
});
