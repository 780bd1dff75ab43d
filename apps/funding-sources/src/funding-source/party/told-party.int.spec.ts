import { describe, expect, it } from '@jest/globals';
import { type Principal, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { KnownParties } from '@halyard/facts';
import { servicePrincipal } from '@halyard/testing';
import {
  addCustomer,
  announce,
  change,
  FundingSources,
  openAccount,
  tellParty,
} from '../../../test/funding-sources.js';

describe('what is told of a party', () => {
  const sources = new FundingSources();

  const stored = async (id: string) => {
    const fact = await sources.service.get(KnownParties).find(id);
    return fact && { status: fact.status, version: fact.version };
  };

  it('is stored once it is answered', async () => {
    const customer = addCustomer(sources, openAccount(sources));
    expect((await tellParty(sources, customer)).status).toBe(200);
    expect(await stored(customer.partyId)).toEqual({ status: 'unverified', version: 1 });
  });

  it('never gives way to what is older, whichever way that comes', async () => {
    const customer = addCustomer(sources, openAccount(sources));
    await tellParty(sources, change(sources, customer, 'suspended'));
    await tellParty(sources, customer);
    announce(sources, 'customers.events.v1', 'customers.customer-created.v1', customer);
    await sources.service.bus.settled();
    expect(await stored(customer.partyId)).toEqual({ status: 'suspended', version: 2 });
  });

  it('is heard on the bus too', async () => {
    const customer = addCustomer(sources, openAccount(sources));
    const suspended = change(sources, customer, 'suspended');
    announce(sources, 'customers.events.v1', 'customers.customer-created.v1', customer);
    announce(sources, 'customers.events.v1', 'customers.customer-suspended.v1', { ...suspended, from: 'unverified' });
    await sources.service.bus.settled();
    expect(await stored(customer.partyId)).toEqual({ status: 'suspended', version: 2 });
  });

  it('may be of many at once, each as new as it is', async () => {
    const principal = openAccount(sources);
    const parties = Array.from({ length: TOLD_AT_ONCE_MAX }, () => addCustomer(sources, principal));
    const [first, second] = parties;
    if (!first || !second) throw new Error('nobody');
    await tellParty(sources, change(sources, first, 'suspended'));
    const put = (body: object, as: Principal = servicePrincipal('customers')) =>
      sources.service.call('PUT', '/internal/parties', { principal: as, body });
    expect((await put({ parties })).status).toBe(200);
    expect([await stored(first.partyId), await stored(second.partyId)]).toEqual([
      { status: 'suspended', version: 2 },
      { status: 'unverified', version: 1 },
    ]);
    for (const wrong of [[], [...parties, first], [first, {}], 'x'])
      expect((await put({ parties: wrong })).status).toBe(400);
    expect([
      (await put({ parties }, principal)).status,
      (await put({ parties }, servicePrincipal('auth'))).status,
    ]).toEqual([404, 403]);
  });

  it('must be a fact of that party, from a service', async () => {
    const principal = openAccount(sources);
    const customer = addCustomer(sources, principal);
    const path = `/internal/parties/${customer.partyId}`;
    const put = (body: object, as: Parameters<typeof sources.service.call>[2]) =>
      sources.service.call('PUT', path, { ...as, body });
    const asService = { principal: servicePrincipal('customers') };
    expect((await put({ ...customer, partyId: newId() }, asService)).status).toBe(400);
    expect((await put({}, asService)).status).toBe(400);
    expect((await put(customer, { principal })).status).toBe(404);
    expect(await stored(customer.partyId)).toBeUndefined();
  });
});
