import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import {
  addBank,
  addCustomer,
  bank,
  FundingSources,
  getSource,
  itemsOf,
  openAccount,
} from '../../test/funding-sources.js';
import { Browser, sessionOf } from '../../test/linking.js';

type Rows = Readonly<Record<string, () => Promise<void>>>;

describe('funding sources as they are shown, from row to row', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let holder: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    holder = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
  });

  const shown = async (body: object = bank(), owner = holder) => {
    const { attributes } = await getSource(sources, principal, await addBank(sources, principal, owner, body));
    return JSON.parse(JSON.stringify(attributes)) as Record<string, unknown>;
  };
  const list = async (query = {}) => {
    const path = `/customers/${holder.partyId}/funding-sources`;
    return (await sources.service.call('GET', path, { principal, query })).body;
  };
  const balance = async () => {
    await list();
    const { attributes } = await getSource(sources, principal, balanceIdOf(holder.partyId));
    return JSON.parse(JSON.stringify(attributes)) as Record<string, unknown>;
  };
  const remove = (id: string) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });

  /** Reference facts, section 6.2. */
  const fields: Rows = {
    'id, status, type, name, created, removed, channels': async () => {
      expect(await shown(bank({ name: 'Mine' }))).toMatchObject({
        ...{ status: 'unverified', type: 'bank', name: 'Mine', removed: false, channels: ['ach'] },
        created: sources.service.clock.system().toISOString(),
      });
      expect(await shown(bank({ channels: ['wire'] }))).toMatchObject({ channels: ['wire'] });
    },
    'bankAccountType: banks': async () => {
      expect(await shown(bank({ bankAccountType: 'savings' }))).toMatchObject({ bankAccountType: 'savings' });
    },
    'bankName: banks; SANDBOX TEST BANK for 222222226': async () => {
      expect(await shown()).toMatchObject({ bankName: 'SANDBOX TEST BANK' });
    },
    'fingerprint: equal for all customers with the same account, survives removal': async () => {
      const body = bank();
      const [mine, theirs] = [await shown(body), await shown(body, addCustomer(sources, principal))];
      expect(mine['fingerprint']).toMatch(/^[0-9a-f]{64}$/);
      expect(theirs['fingerprint']).toBe(mine['fingerprint']);
      await remove(String(mine['id']));
      const { attributes } = await getSource(sources, principal, String(mine['id']));
      expect(attributes).toMatchObject({ removed: true, fingerprint: mine['fingerprint'] });
    },
    'iavAccountHolders: IAV-added banks': async () => {
      const browser = new Browser(sources, { type: 'personal', status: 'verified' });
      const session = await browser.loggedIn();
      const { body } = await browser.send('POST', '/linking/selections', session, { account: '2' });
      const id = sessionOf(body).links['funding-source']?.id ?? '';
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({
        iavAccountHolders: { selected: 'Robin Sandbox', other: ['Kim Sandbox'] },
      });
      expect(await shown()).not.toHaveProperty('iavAccountHolders');
    },
    'balance inline: older samples, and none here': async () => expect(await balance()).not.toHaveProperty('balance'),
    'a balance: named so, verified, without what banks have': async () =>
      expect(await balance()).toEqual({
        id: balanceIdOf(holder.partyId),
        ...{ status: 'verified', type: 'balance', name: 'Balance', removed: false, channels: [] },
        created: sources.service.clock.system().toISOString(),
      }),
  };

  /** Reference facts, section 6.4. */
  const lists: Rows = {
    'self, owner, funding-sources, total': async () => {
      const id = await addBank(sources, principal, holder);
      const body = await list();
      expect(body).toMatchObject({
        self: { kind: 'listCustomerFundingSources', id: holder.partyId },
        links: { customer: { kind: 'customer', id: holder.partyId } },
        total: 2,
      });
      expect(itemsOf(body).map((item) => item.id)).toEqual([id, balanceIdOf(holder.partyId)]);
    },
    'removed=false filters removed ones out; all by default': async () => {
      const id = await addBank(sources, principal, holder);
      await remove(id);
      const has = async (query?: object) => itemsOf(await list(query)).some((item) => item.id === id);
      expect([await has(), await has({ removed: 'true' }), await has({ removed: 'false' })]).toEqual([
        ...[true, true, false],
      ]);
    },
  };

  it.each(Object.entries(fields))('%s', (_, row) => row());
  it.each(Object.entries(lists))('list: %s', (_, row) => row());
  it('has every row of sections 6.2 and 6.4', () =>
    expect([Object.keys(fields).length, Object.keys(lists).length]).toEqual([7, 2]));
});
