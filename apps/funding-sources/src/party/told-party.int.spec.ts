import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import {
  addCustomer,
  change,
  eventOf,
  type FundingSources,
  openAccount,
  startFundingSources,
  tellParty,
} from '../../test/funding-sources.js';

describe('what is told of a party', () => {
  let sources: FundingSources;
  beforeAll(async () => {
    sources = await startFundingSources();
  });
  afterAll(() => sources.service.stop());

  const stored = async (id: string) => {
    const rows = await sources.service.dataSource.query<{ status: string; version: number }[]>(
      'SELECT status, version FROM parties WHERE id = $1',
      [id],
    );
    return rows[0];
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
    const event = eventOf('customers.events.v1', 'customers.customer-created.v1', customer);
    sources.service.bus.tell('customers.events.v1', event);
    await sources.service.bus.settled();
    expect(await stored(customer.partyId)).toEqual({ status: 'suspended', version: 2 });
  });

  it('is heard on the bus too', async () => {
    const customer = addCustomer(sources, openAccount(sources));
    const suspended = change(sources, customer, 'suspended');
    for (const [type, fact] of [
      ['customers.customer-created.v1', customer],
      ['customers.customer-suspended.v1', { ...suspended, from: 'unverified' }],
    ] as const) {
      sources.service.bus.tell('customers.events.v1', eventOf('customers.events.v1', type, fact));
    }
    await sources.service.bus.settled();
    expect(await stored(customer.partyId)).toEqual({ status: 'suspended', version: 2 });
  });

  it('passes over events that say nothing of a party', async () => {
    const customer = addCustomer(sources, openAccount(sources));
    const unknown = eventOf('customers.events.v1', 'customers.customer-praised.v1', customer);
    sources.service.bus.tell('customers.events.v1', unknown);
    await sources.service.bus.settled();
    expect(await stored(customer.partyId)).toBeUndefined();
  });

  it('must be a fact of that party, from a service', async () => {
    const principal = openAccount(sources);
    const customer = addCustomer(sources, principal);
    const path = `/internal/parties/${customer.partyId}`;
    const put = (body: object, as: Parameters<typeof sources.service.call>[2]) =>
      sources.service.call('PUT', path, { ...as, body });
    const asService = { principal: { kind: 'service', service: 'customers' } } as const;
    expect((await put({ ...customer, partyId: newId() }, asService)).status).toBe(400);
    expect((await put({}, asService)).status).toBe(400);
    expect((await put(customer, { principal })).status).toBe(404);
    expect(await stored(customer.partyId)).toBeUndefined();
  });
});
