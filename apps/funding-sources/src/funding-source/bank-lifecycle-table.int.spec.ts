import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import {
  addBank,
  addCustomer,
  bank,
  faultsOf,
  FundingSources,
  getSource,
  openAccount,
  tellParty,
  change,
  told,
  usd,
} from '../../test/funding-sources.js';

const HOUR_MS = 60 * 60 * 1000;

describe('banks, from row to row', () => {
  const sources = new FundingSources();
  const numbers = { routingNumber: '222222226', accountNumber: '' };
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  let id: string;
  beforeEach(async () => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
    const body = bank();
    numbers.accountNumber = body.accountNumber;
    id = await addBank(sources, principal, customer, body);
    sources.service.services.calls.length = 0;
  });

  const update = (body: object, of = id) => sources.service.call('POST', `/funding-sources/${of}`, { principal, body });
  const attributes = async (of = id) => (await getSource(sources, principal, of)).attributes;
  const microDeposits = (body?: object) =>
    sources.service.call('POST', `/funding-sources/${id}/micro-deposits`, { principal, body });
  const verify = async (): Promise<void> => {
    await microDeposits();
    expect((await microDeposits({ amount1: usd('0.01'), amount2: usd('0.02') })).status).toBe(200);
  };
  const events = async () => (await sources.service.recorded(id)).map(({ type }) => type.split('.')[1]);
  const add = (body: object) =>
    sources.service.call('POST', `/customers/${customer.partyId}/funding-sources`, { principal, body });

  /** Reference facts, section 6.5. */
  const updates: Readonly<Record<string, () => Promise<void>>> = {
    'name: always changeable, 50 max': async () => {
      expect(await update({ name: 'a'.repeat(50) })).toMatchObject({ status: 200 });
      await verify();
      expect(await update({ name: 'Proven' })).toMatchObject({ body: { attributes: { name: 'Proven' } } });
      expect(faultsOf((await update({ name: 'a'.repeat(51) })).body)).toEqual(['InvalidFormat /name']);
    },
    'numbers: while unverified, id stays, micro-deposits must be initiated again': async () => {
      const before = await attributes();
      await microDeposits();
      expect(await update({ accountNumber: '99887766', bankAccountType: 'savings' })).toMatchObject({
        status: 200,
        body: {
          id,
          attributes: { status: 'unverified', bankAccountType: 'savings', created: before['created'] },
          links: { 'initiate-micro-deposits': { kind: 'micro-deposits', id } },
        },
      });
      expect((await attributes())['fingerprint']).not.toBe(before['fingerprint']);
      expect((await microDeposits({ amount1: usd('0.01'), amount2: usd('0.02') })).status).toBe(404);
      await verify();
    },
    'numbers: not once verified': async () => {
      await verify();
      const { status, body } = await update({ routingNumber: '222222226', accountNumber: '99887766' });
      expect([status, faultsOf(body)]).toEqual([400, ['ReadOnly /routingNumber', 'ReadOnly /accountNumber']]);
    },
    'removed: true -> removal': async () => {
      expect(await update({ removed: true })).toMatchObject({ status: 200, body: { attributes: { removed: true } } });
    },
    '400 ValidationError: not a bank': async () => {
      const balance = balanceIdOf(principal.accountId);
      await sources.service.call('GET', `/accounts/${principal.accountId}/funding-sources`, { principal });
      const { status, body } = await update({ name: 'Mine', accountNumber: '1234' }, balance);
      expect([status, faultsOf(body)]).toEqual([400, ['NotAllowed /name', 'NotAllowed /accountNumber']]);
    },
    '403 InvalidResourceState: removed bank': async () => {
      await update({ removed: true });
      for (const body of [{ name: 'Late' }, { accountNumber: '1234' }]) {
        expect(await update(body)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
      }
    },
    '404': async () => {
      expect((await update({ name: 'Whose' }, newId())).status).toBe(404);
    },
    'event customer_funding_source_updated': async () => {
      await update({ name: 'New', accountNumber: '1234' });
      expect(await events()).toEqual(['funding-source-added', 'funding-source-updated']);
      expect(told(sources)).toMatchObject([{ service: 'transfers', fact: { version: 2 } }]);
    },
  };

  /** Reference facts, section 6.6; pending transfers are decided on by transfers, which is told. */
  const removals: Readonly<Record<string, () => Promise<void>>> = {
    'soft delete: still readable, status unchanged, history kept': async () => {
      await verify();
      await update({ removed: true });
      expect(await attributes()).toMatchObject({ removed: true, status: 'verified' });
      expect(await events()).toHaveLength(4);
    },
    'event customer_funding_source_removed': async () => {
      await update({ removed: true });
      expect((await events()).at(-1)).toBe('funding-source-removed');
    },
    'pending transfers: transfers knows before the answer': async () => {
      await update({ removed: true });
      expect(told(sources)).toMatchObject([{ service: 'transfers', fact: { removed: true } }]);
    },
    'may be added again: new id': async () => {
      await verify();
      await update({ removed: true });
      expect(await addBank(sources, principal, customer, bank(numbers))).not.toBe(id);
    },
    'an unverified bank removed within 48 h of its creation comes back under the same id': async () => {
      sources.service.clock.advance(48 * HOUR_MS);
      await update({ removed: true });
      expect(await addBank(sources, principal, customer, bank(numbers))).toBe(id);
      sources.service.clock.advance(1);
      await update({ removed: true });
      expect(await addBank(sources, principal, customer, bank(numbers))).not.toBe(id);
    },
    'second removal: 403': async () => {
      await update({ removed: true });
      expect((await update({ removed: true })).status).toBe(403);
    },
  };

  it.each(Object.entries(updates))('update: %s', (_, row) => row());
  it.each(Object.entries(removals))('removal: %s', (_, row) => row());
  it('has a case for every row of sections 6.5 and 6.6', () => {
    expect([Object.keys(updates).length, Object.keys(removals).length]).toEqual([8, 6]);
  });

  it('takes no numbers of another bank of the owner, nor of one that is blocked', async () => {
    const other = bank();
    const otherId = await addBank(sources, principal, customer, other);
    expect(await update({ accountNumber: other.accountNumber })).toMatchObject({
      status: 400,
      body: { code: 'DuplicateResource', about: { kind: 'funding-source', id: otherId } },
    });
    await sources.service.dataSource.query(
      `INSERT INTO blocked_banks SELECT account_id, fingerprint, id FROM funding_sources WHERE id = $1`,
      [otherId],
    );
    await update({ removed: true }, otherId);
    expect(faultsOf((await update({ accountNumber: other.accountNumber })).body)).toEqual([
      'Restricted /accountNumber',
    ]);
  });

  it('keeps micro-deposits where the numbers are what they were', async () => {
    await microDeposits();
    expect(await update(numbers)).toMatchObject({
      status: 200,
      body: { links: { 'verify-micro-deposits': { kind: 'micro-deposits', id } } },
    });
  });

  it('sheds no wrong attempts by other numbers', async () => {
    await microDeposits();
    await microDeposits({ amount1: usd('0.09'), amount2: usd('0.09') });
    expect(await update({ accountNumber: '99887766' })).toMatchObject({ status: 403 });
    expect((await attributes())['removed']).toBe(false);
  });

  it('takes no numbers from a customer who is suspended', async () => {
    await tellParty(sources, change(sources, customer, 'suspended'));
    expect(await update({ accountNumber: '99887766' })).toMatchObject({ status: 403 });
  });

  it('lets one of two banks have the same new numbers, however close they come', async () => {
    const otherId = await addBank(sources, principal, customer);
    const same = { accountNumber: '55443322' };
    const answers = await Promise.all([update(same), update(same, otherId), add(bank(same))]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });
});
