import { describe, expect, it } from '@jest/globals';
import type { SnapshotsTaken, WantedSnapshot } from '@halyard/contracts/events';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { Sealer } from '@halyard/persistence';
import { servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  customerWithBank,
  FundingSources,
  getSource,
  openAccount,
  tellParty,
} from '../../../test/funding-sources.js';

const sources = new FundingSources();
const LATER = '2099-01-01T00:00:00.000Z';

async function take(accountId: string, ...wanted: readonly Omit<WantedSnapshot, 'kind'>[]) {
  const { body } = await sources.service.call('POST', '/internal/funding-sources/snapshots', {
    principal: servicePrincipal('webhooks'),
    body: { accountId, wanted: wanted.map((one) => ({ kind: 'funding-source', ...one })) },
  });
  if (body.type !== 'fact') throw new Error(JSON.stringify(body));
  return (body.fact as SnapshotsTaken).snapshots;
}

const at = (id: string, version?: number): Omit<WantedSnapshot, 'kind'> => ({ id, key: id, version, at: LATER });

describe('POST /internal/funding-sources/snapshots', () => {
  it('answers a bank as it was at each version, without what could be done with it', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const { attributes: before } = await getSource(sources, principal, id);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { name: 'Another name' } });
    const { attributes: after } = await getSource(sources, principal, id);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    const { attributes: removed } = await getSource(sources, principal, id);
    const links = { customer: { kind: 'customer', id: customer.partyId } };
    expect(await take(principal.accountId, at(id, 1), at(id, 2), at(id, 3), at(id))).toEqual(
      [before, after, removed, removed].map((attributes) => ({
        type: 'resource',
        kind: 'funding-source',
        id,
        attributes,
        links,
      })),
    );
  });

  it('answers a balance, of which nothing is sealed, by the time of what another service told of it', async () => {
    const principal = openAccount(sources);
    const customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    await tellParty(sources, customer);
    const id = balanceIdOf(customer.partyId);
    const { attributes } = await getSource(sources, principal, id);
    expect(await take(principal.accountId, at(id))).toMatchObject([{ id, attributes }]);
  });

  it('says of another account’s that it is unknown, and of an erased person’s that it was erased', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    const other = await addBank(sources, principal, addCustomer(sources, principal));
    expect(await take(openAccount(sources).accountId, at(id, 1))).toEqual(['unknown']);
    await sources.service.get(Sealer).destroy(sources.service.dataSource.manager, customer.partyId);
    expect(await take(principal.accountId, at(id, 1), at(other, 1))).toEqual([
      'erased',
      expect.objectContaining({ id: other }),
    ]);
  });

  it('says so of the removal of its banks too, which is told without anything of them', async () => {
    const { principal, customer, id } = await customerWithBank(sources);
    await sources.service.call('PUT', `/internal/customers/${customer.partyId}/erasure`, {
      principal: servicePrincipal('customers'),
      body: { accountId: principal.accountId, at: LATER },
    });
    expect(await take(principal.accountId, at(id, 1), at(id, 2))).toEqual(['erased', 'erased']);
  });
});
