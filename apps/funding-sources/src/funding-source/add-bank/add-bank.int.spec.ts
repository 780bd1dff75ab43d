import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import {
  addBank,
  addCustomer,
  asked,
  bank,
  change,
  faultsOf,
  FundingSources,
  getSource,
  idOf,
  openAccount,
  tellParty,
  told,
  unsealedHistory,
  usd,
} from '../../../test/funding-sources.js';

const HOUR_MS = 60 * 60 * 1000;

describe('a new bank', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
    sources.service.services.calls.length = 0;
  });

  const add = (body: object = bank(), owner = customer, operationId = newId()) =>
    sources.service.call('POST', `/customers/${owner.partyId}/funding-sources`, { principal, body, operationId });
  const update = (id: string, body: object) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body });
  const get = (id: string) => getSource(sources, principal, id);

  it('of a customer is unverified, and can be read at once', async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(await get(idOf(body))).toMatchObject({
      kind: 'funding-source',
      attributes: {
        status: 'unverified',
        type: 'bank',
        bankAccountType: 'checking',
        name: 'My bank',
        created: sources.service.clock.system().toISOString(),
        removed: false,
        channels: ['ach'],
        bankName: 'SANDBOX TEST BANK',
      },
      links: { customer: { kind: 'customer', id: customer.partyId } },
    });
  });

  it('of an account is added without its id', async () => {
    const answer = await sources.service.call('POST', '/funding-sources', { principal, body: bank() });
    expect(answer.status).toBe(201);
    expect((await get(idOf(answer.body))).links).toMatchObject({
      account: { kind: 'account', id: principal.accountId },
    });
  });

  it('takes `type` for `bankAccountType`', async () => {
    const id = await addBank(sources, principal, customer, bank({ bankAccountType: undefined, type: 'savings' }));
    expect((await get(id)).attributes).toMatchObject({ type: 'bank', bankAccountType: 'savings' });
  });

  it('has a neutral bank name when it is not of the test bank', async () => {
    const id = await addBank(sources, principal, customer, bank({ routingNumber: '021000021' }));
    expect((await get(id)).attributes['bankName']).toBe('UNNAMED BANK');
  });

  it('is told of without name and numbers, which the history keeps under seal', async () => {
    const id = await addBank(sources, principal, customer, bank({ accountNumber: '98765432109', name: 'Nest egg' }));
    const [event] = await sources.service.recorded(id);
    expect(event).toEqual({
      key: id,
      sequence: 1,
      accountId: principal.accountId,
      type: 'funding-sources.funding-source-added.v1',
      data: {
        fundingSourceId: id,
        ownerKind: 'customer',
        ownerId: customer.partyId,
        fact: {
          fundingSourceId: id,
          accountId: principal.accountId,
          ownerKind: 'customer',
          ownerId: customer.partyId,
          type: 'bank',
          status: 'unverified',
          removed: false,
          channels: ['ach'],
          created: expect.any(String),
          version: 1,
        },
      },
    });
    expect(await unsealedHistory(sources, customer, id, 1)).toMatchObject({
      id,
      name: 'Nest egg',
      status: 'unverified',
      accountNumber: expect.any(String),
    });
  });

  it('has its numbers sealed for its owner, and shown nowhere', async () => {
    const id = await addBank(sources, principal, customer, bank({ accountNumber: '98765432101' }));
    const [row] = await sources.service.dataSource.query<[{ routing_number: Buffer; account_number: Buffer }]>(
      'SELECT routing_number, account_number FROM funding_sources WHERE id = $1',
      [id],
    );
    const open = (context: string, sealed: Buffer) =>
      sources.service.get(Sealer).open(customer.partyId, context, sealed);
    expect(await open('funding-sources.routing-number', row.routing_number)).toBe('222222226');
    expect(await open('funding-sources.account-number', row.account_number)).toBe('98765432101');
    const shown = JSON.stringify(await get(id));
    for (const secret of ['98765432101', '222222226']) expect(shown).not.toContain(secret);
  });

  it('has the same fingerprint for whoever has the account, and another for another account', async () => {
    const [shared, other] = [bank(), bank()];
    const fingerprintOf = async (body: object, owner: PartyFact) =>
      (await get(await addBank(sources, principal, owner, body))).attributes['fingerprint'];
    const first = await fingerprintOf(shared, customer);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprintOf(shared, addCustomer(sources, principal))).toBe(first);
    expect(await fingerprintOf(other, customer)).not.toBe(first);
  });

  describe('and its owner', () => {
    it('is asked for once', async () => {
      await add();
      await add();
      expect(asked(sources)).toEqual([`/internal/customers/${customer.partyId}`]);
    });

    it('must be there, and of the same account', async () => {
      const foreign = addCustomer(sources, openAccount(sources));
      const nobody = { ...customer, partyId: newId() };
      const account = { ...customer, partyId: principal.accountId };
      for (const owner of [foreign, nobody, account]) {
        expect(await add(bank(), owner)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
      }
    });

    it.each(['suspended', 'deactivated'] as const)('must not be %s', async (status) => {
      const owner = addCustomer(sources, principal, { status });
      expect(await add(bank(), owner)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    });

    it('is not let in after its suspension was told', async () => {
      await add();
      await tellParty(sources, change(sources, customer, 'suspended'));
      expect(await add()).toMatchObject({ status: 403 });
    });

    it('is asked again before it is turned away', async () => {
      await tellParty(sources, change(sources, customer, 'deactivated'));
      change(sources, customer, 'unverified');
      expect(await add()).toMatchObject({ status: 201 });
    });
  });

  describe('with the numbers of another', () => {
    it('is refused while its owner has that one, and says which', async () => {
      const body = bank();
      const id = await addBank(sources, principal, customer, body);
      expect(await add({ ...body, name: 'Again', bankAccountType: 'savings' })).toEqual({
        status: 400,
        body: {
          type: 'error',
          code: 'DuplicateResource',
          message: `Bank already exists: id=${id}`,
          about: { kind: 'funding-source', id },
        },
      });
    });

    it('is added to another owner', async () => {
      const body = bank();
      await add(body);
      expect(await add(body, addCustomer(sources, principal))).toMatchObject({ status: 201 });
      const ofAccount = await sources.service.call('POST', '/funding-sources', { principal, body });
      expect(ofAccount.status).toBe(201);
    });

    it('is let through once, however close requests come', async () => {
      const body = bank();
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    });
  });

  describe('beside others', () => {
    it('is the sixth of a customer at most, however close requests come', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => add()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
      const refused = answers.filter(({ status }) => status === 400);
      expect(refused.map(({ body }) => body)).toMatchObject([
        { code: 'MaxNumberOfResources' },
        { code: 'MaxNumberOfResources' },
      ]);
    });

    it('takes the place of a removed one', async () => {
      const [first] = await Promise.all(Array.from({ length: 6 }, () => addBank(sources, principal, customer)));
      await update(first ?? '', { removed: true });
      expect((await add()).status).toBe(201);
      expect((await add()).status).toBe(400);
    });

    it('is the two hundredth of an account at most, removed ones included, unless it comes back', async () => {
      const addOwn = (body: object) => sources.service.call('POST', '/funding-sources', { principal, body });
      const first = bank();
      const id = idOf((await addOwn(first)).body);
      await sources.service.dataSource.query(
        `INSERT INTO funding_sources OVERRIDING USER VALUE
         SELECT copy.* FROM funding_sources AS source, generate_series(1, 198) AS n,
           jsonb_populate_record(source, jsonb_build_object('id', gen_random_uuid(), 'fingerprint', n)) AS copy
         WHERE source.id = $1`,
        [id],
      );
      expect((await addOwn(bank())).status).toBe(201);
      await update(id, { removed: true });
      expect((await addOwn(bank())).body).toMatchObject({ code: 'MaxNumberOfResources' });
      expect((await addOwn(first)).status).toBe(201);
    });
  });

  describe('that was removed unverified', () => {
    it('comes back under its id within 48 hours, with its micro-deposits and a new name', async () => {
      const body = bank();
      const id = await addBank(sources, principal, customer, body);
      await sources.service.call('POST', `/funding-sources/${id}/micro-deposits`, { principal });
      await update(id, { removed: true });
      expect(idOf((await add({ ...body, name: 'Back' })).body)).toBe(id);
      expect(await get(id)).toMatchObject({
        attributes: { name: 'Back', removed: false, status: 'unverified' },
        links: { 'verify-micro-deposits': { kind: 'micro-deposits', id } },
      });
      const events = await sources.service.recorded(id);
      expect(events.at(-1)).toMatchObject({
        sequence: 4,
        type: 'funding-sources.funding-source-added.v1',
        data: { fact: { removed: false, version: 4 } },
      });
    });

    it('is told as there again, before the answer', async () => {
      const body = bank();
      const id = await addBank(sources, principal, customer, body);
      expect(told(sources)).toEqual([]);
      await update(id, { removed: true });
      await add(body);
      expect(told(sources).at(-1)).toMatchObject({
        service: 'transfers',
        path: `/internal/funding-sources/${id}`,
        fact: { removed: false, version: 3 },
      });
    });

    it('is a new one later', async () => {
      const body = bank();
      const id = await addBank(sources, principal, customer, body);
      await update(id, { removed: true });
      sources.service.clock.advance(48 * HOUR_MS + 1);
      expect(idOf((await add(body)).body)).not.toBe(id);
    });
  });

  it('is a new one after a verified one was removed', async () => {
    const body = bank();
    const id = await addBank(sources, principal, customer, body);
    const microDeposits = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', microDeposits, { principal });
    const amounts = { amount1: usd('0.01'), amount2: usd('0.02') };
    await sources.service.call('POST', microDeposits, { principal, body: amounts });
    await update(id, { removed: true });
    expect(idOf((await add(body)).body)).not.toBe(id);
  });

  it('is added once by the same operation, whatever became of its owner', async () => {
    const body = bank();
    const operationId = newId();
    const [first, second] = await Promise.all([add(body, customer, operationId), add(body, customer, operationId)]);
    await tellParty(sources, change(sources, customer, 'suspended'));
    const third = await add(body, customer, operationId);
    expect([second, third]).toEqual([first, first]);
    expect(await sources.service.recorded(idOf(first.body))).toHaveLength(1);
  });

  it('is refused with every fault', async () => {
    const { status, body } = await add({ routingNumber: '123', name: '' });
    expect([status, faultsOf(body).sort()]).toEqual([
      400,
      ['InvalidFormat /routingNumber', 'Required /accountNumber', 'Required /name', 'Required /type'],
    ]);
  });
});
