import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import {
  addCustomer,
  announce,
  change,
  FundingSources,
  itemsOf,
  openAccount,
  tellParty,
} from '../../test/funding-sources.js';

describe('the balance', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  beforeEach(() => {
    principal = openAccount(sources);
  });

  const list = async (kind: PartyFact['kind'], id: string) =>
    itemsOf((await sources.service.call('GET', `/${kind}s/${id}/funding-sources`, { principal })).body);
  const verified = () => addCustomer(sources, principal, { type: 'personal', status: 'verified', version: 2 });

  it('of an account is there whenever it is looked for', async () => {
    const id = balanceIdOf(principal.accountId);
    expect(await list('account', principal.accountId)).toMatchObject([
      {
        id,
        attributes: { id, type: 'balance', status: 'verified', name: 'Balance', removed: false, channels: [] },
        links: { account: { kind: 'account', id: principal.accountId }, balance: { kind: 'balance', id } },
      },
    ]);
  });

  it('of an account is there under its id before anyone listed it', async () => {
    const id = balanceIdOf(principal.accountId);
    expect(await sources.service.call('GET', `/funding-sources/${id}`, { principal })).toMatchObject({ status: 200 });
  });

  it('of a verified customer is there whenever it is looked for', async () => {
    const { partyId } = verified();
    expect(await list('customer', partyId)).toMatchObject([
      { id: balanceIdOf(partyId), attributes: { type: 'balance' } },
    ]);
  });

  it('is not there for customers who hold none', async () => {
    for (const fact of [
      { type: 'unverified', status: 'unverified' },
      { type: 'receive-only', status: 'unverified' },
      { type: 'personal', status: 'retry' },
    ] as const) {
      expect(await list('customer', addCustomer(sources, principal, fact).partyId)).toEqual([]);
    }
  });

  it('appears once a customer is verified, though nobody has told of it yet', async () => {
    const customer = addCustomer(sources, principal, { type: 'personal', status: 'document', version: 2 });
    expect(await list('customer', customer.partyId)).toEqual([]);
    change(sources, customer, 'verified');
    expect(await list('customer', customer.partyId)).toHaveLength(1);
  });

  it('stays with a customer who is suspended', async () => {
    const customer = verified();
    await list('customer', customer.partyId);
    await tellParty(sources, change(sources, customer, 'suspended'));
    expect(await list('customer', customer.partyId)).toMatchObject([{ attributes: { removed: false } }]);
  });

  it('is made by the events of accounts and customers too', async () => {
    const account = sources.owners.get(principal.accountId);
    const customer = verified();
    if (!account) throw new Error('no account');
    announce(sources, 'auth.events.v1', 'auth.account-opened.v1', account);
    announce(sources, 'customers.events.v1', 'customers.customer-created.v1', { ...customer, version: 1 });
    announce(sources, 'customers.events.v1', 'customers.customer-verified.v1', customer);
    await sources.service.bus.settled();
    for (const ownerId of [principal.accountId, customer.partyId]) {
      expect(await sources.service.recorded(balanceIdOf(ownerId))).toMatchObject([
        {
          sequence: 1,
          type: 'funding-sources.funding-source-added.v1',
          data: { ownerId, fact: { type: 'balance', status: 'verified', removed: false, version: 1 } },
        },
      ]);
    }
  });

  it('is made for one who was verified and is suspended when the event arrives', async () => {
    const customer = verified();
    await tellParty(sources, change(sources, customer, 'suspended'));
    for (const fact of [{ ...customer, version: 1 }, customer]) {
      announce(sources, 'customers.events.v1', 'customers.customer-verified.v1', fact);
    }
    await sources.service.bus.settled();
    expect(await list('customer', customer.partyId)).toHaveLength(1);
  });

  it('is made once, however many look for it at the same time', async () => {
    const { partyId } = verified();
    await Promise.all(Array.from({ length: 6 }, () => list('customer', partyId)));
    expect(await sources.service.recorded(balanceIdOf(partyId))).toHaveLength(1);
  });

  it.each([
    [{ name: 'Mine' }, ['/name']],
    [{ removed: true }, ['/removed']],
    [{ name: 'Mine', removed: true }, ['/name', '/removed']],
  ])('cannot be changed by %j', async (body, paths) => {
    const id = balanceIdOf(principal.accountId);
    await list('account', principal.accountId);
    const answer = await sources.service.call('POST', `/funding-sources/${id}`, { principal, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'ValidationError', faults: paths.map((path) => ({ path })) },
    });
  });

  it('is a fact to other services, which no application may ask for', async () => {
    const { partyId } = verified();
    await list('customer', partyId);
    const path = `/internal/funding-sources/${balanceIdOf(partyId)}`;
    const transfers = servicePrincipal('transfers');
    expect(await sources.service.call('GET', path, { principal: transfers })).toEqual({
      status: 200,
      body: {
        type: 'fact',
        fact: {
          fundingSourceId: balanceIdOf(partyId),
          accountId: principal.accountId,
          ownerKind: 'customer',
          ownerId: partyId,
          type: 'balance',
          status: 'verified',
          removed: false,
          channels: [],
          created: expect.any(String),
          version: 1,
        },
      },
    });
    expect((await sources.service.call('GET', path, { principal })).status).toBe(404);
    const unknown = `/internal/funding-sources/${newId()}`;
    expect((await sources.service.call('GET', unknown, { principal: transfers })).status).toBe(404);
  });
});
