import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import {
  addBank,
  addCustomer,
  asked,
  bank,
  change,
  faultsOf,
  FundingSources,
  getSource,
  openAccount,
  tellParty,
  usd,
} from '../../../test/funding-sources.js';

/** Wires go out of balances, to a bank of the same owner (specification, wire transfers out). */
describe('a wire source', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
  });

  const wire = (overrides: object = {}) => bank({ channels: ['wire'], ...overrides });
  const add = (body: object, owner = customer) =>
    sources.service.call('POST', `/customers/${owner.partyId}/funding-sources`, { principal, body });

  it('of a verified customer takes wires alone', async () => {
    const id = await addBank(sources, principal, customer, wire());
    expect((await getSource(sources, principal, id)).attributes).toMatchObject({
      type: 'bank',
      status: 'unverified',
      channels: ['wire'],
    });
    expect(await sources.service.recorded(id)).toMatchObject([{ data: { fact: { channels: ['wire'] } } }]);
  });

  it('of the account is added without its id', async () => {
    expect((await sources.service.call('POST', '/funding-sources', { principal, body: wire() })).status).toBe(201);
  });

  it.each([
    ['unverified', 'unverified'],
    ['receive-only', 'unverified'],
    ['personal', 'retry'],
    ['personal', 'document'],
  ] as const)('is not for a customer who is %s and %s', async (type, status) => {
    const owner = addCustomer(sources, principal, { type, status });
    const answer = await add(wire(), owner);
    expect([answer.status, ...faultsOf(answer.body)]).toEqual([400, 'NotAllowed /channels']);
  });

  it('is let in once the customer is verified, also before that was heard of', async () => {
    const owner = addCustomer(sources, principal, { type: 'personal', status: 'retry' });
    await tellParty(sources, owner);
    change(sources, owner, 'verified');
    sources.service.services.calls.length = 0;
    expect((await add(wire(), owner)).status).toBe(201);
    expect(asked(sources)).toEqual([`/internal/customers/${owner.partyId}`]);
  });

  it('is no duplicate of a bank with its numbers, and has none beside it', async () => {
    const numbers = { accountNumber: '1357911' };
    const ach = await addBank(sources, principal, customer, bank(numbers));
    const id = await addBank(sources, principal, customer, wire(numbers));
    expect(id).not.toBe(ach);
    expect(await add(wire(numbers))).toMatchObject({
      status: 400,
      body: { code: 'DuplicateResource', about: { kind: 'funding-source', id } },
    });
    expect(await add(bank(numbers))).toMatchObject({ body: { about: { kind: 'funding-source', id: ach } } });
  });

  it('that was removed comes back as a wire source, not as the bank of its numbers', async () => {
    const numbers = { accountNumber: '2468' };
    const id = await addBank(sources, principal, customer, wire(numbers));
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    expect(await addBank(sources, principal, customer, bank(numbers))).not.toBe(id);
    expect(await addBank(sources, principal, customer, wire(numbers))).toBe(id);
  });

  it('has no micro-deposits', async () => {
    const id = await addBank(sources, principal, customer, wire());
    const path = `/funding-sources/${id}/micro-deposits`;
    for (const body of [undefined, { amount1: usd('0.01'), amount2: usd('0.02') }]) {
      expect(await sources.service.call('POST', path, { principal, body })).toMatchObject({
        status: 403,
        body: { code: 'InvalidResourceState', message: 'Wires need no verification. Send to it as it is.' },
      });
    }
  });
});
