import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ApplicationPrincipal, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId, returnCodes } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  applyReturns,
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
  const apply = (id: string, code: string, given: { readonly returnId?: string } = {}) =>
    applyReturns(sources, [{ id, code, ...given }]);
  const typesOf = async (id: string) =>
    (await sources.service.recorded(id)).slice(3).map(({ type }) => type.split('.')[1]);
  const attributesOf = async (id: string) => (await getSource(sources, principal, id)).attributes;

  it.each(['R01', 'R03', 'R10', 'R12', 'R20', 'R22'] as const)('has the effects of %s', async (code) => {
    const { effects } = returnCodes[code];
    const body = bank();
    const id = await verifiedBank(body);
    const fact = { status: effects.unverify ? 'unverified' : 'verified', removed: effects.remove };
    expect(await apply(id, code)).toMatchObject({ status: 200, body: { fact: [{ fundingSourceId: id, ...fact }] } });
    expect(await attributesOf(id)).toMatchObject(fact);
    expect(await typesOf(id)).toEqual([
      ...(effects.unverify ? ['funding-source-unverified'] : []),
      ...(effects.remove ? ['funding-source-removed'] : []),
    ]);
    // The caller gets the bank's new state in the answer.
    expect(told(sources)).toEqual([]);
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
    expect(await apply(id, 'R03', { returnId })).toMatchObject({ body: { fact: [{ removed: false }] } });
    expect(await attributesOf(id)).toMatchObject({ removed: false });
  });

  it('is one of many that come at once: all of them, each once, whoever else brings some of them', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await addBank(sources, principal, addCustomer(sources, principal)));
    const returns = ids.map((id) => ({ id, code: 'R02', returnId: newId() }));
    const operationId = newId();
    const [first, again] = await Promise.all([
      applyReturns(sources, returns, operationId),
      applyReturns(sources, returns.toReversed().slice(5)),
    ]);
    for (const { status } of [first, again]) expect(status).toBe(200);
    expect(await applyReturns(sources, returns, operationId)).toEqual(first);
    for (const id of ids) {
      expect(await attributesOf(id)).toMatchObject({ removed: true });
      const recorded = await sources.service.recorded(id);
      expect(recorded.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
        '1 funding-sources.funding-source-added.v1',
        '2 funding-sources.funding-source-removed.v1',
      ]);
    }
  });

  it('does after another of the same bank what that left to do', async () => {
    const id = await verifiedBank();
    const returnId = newId();
    const codes = ['R22', 'R03', 'R05'].map((code) => ({ id, code }));
    expect(
      await applyReturns(sources, [...codes, { id, code: 'R02', returnId }, { id, code: 'R02', returnId }]),
    ).toMatchObject({ status: 200, body: { fact: [{ fundingSourceId: id, status: 'unverified', removed: true }] } });
    expect(await typesOf(id)).toEqual(['funding-source-unverified', 'funding-source-removed']);
  });

  it('holds up none of those that come with it where it is of no bank', async () => {
    const id = await verifiedBank();
    const strange = { id: newId(), code: 'R03', returnId: newId() };
    expect(await applyReturns(sources, [strange, { id, code: 'R03' }])).toMatchObject({
      status: 200,
      body: { fact: [{ fundingSourceId: id, removed: true }] },
    });
    const remembered = 'SELECT FROM applied_returns WHERE return_id = $1';
    expect(await sources.service.dataSource.query<unknown[]>(remembered, [strange.returnId])).toEqual([]);
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
    expect(await apply(id, 'R02')).toMatchObject({ body: { fact: [{ removed: false, status: 'verified' }] } });
  });

  it('is of a code that exists, and from transfers', async () => {
    const id = await verifiedBank();
    expect(await apply(id, 'R99')).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
    expect((await applyReturns(sources, [])).status).toBe(400);
    const tooMany = Array.from({ length: TOLD_AT_ONCE_MAX + 1 }, () => ({ id, code: 'R03' }));
    expect((await applyReturns(sources, tooMany)).status).toBe(400);
    const path = '/internal/funding-sources/returns';
    expect((await sources.service.call('POST', path, { principal })).status).toBe(404);
    const stranger = servicePrincipal('webhooks');
    expect((await sources.service.call('POST', path, { principal: stranger })).status).toBe(403);
  });
});
