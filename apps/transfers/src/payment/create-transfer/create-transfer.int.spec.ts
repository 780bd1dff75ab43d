import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, idTimeMs, newId } from '@halyard/core';
import { startTestService, type TestCall, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';
import { paymentStream } from '../payment.model.js';

describe('POST /transfers', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const transferOf = async (id: string) => (await world.call('GET', `/transfers/${id}`)).body;
  const link = (kind: string, id: string) => ({ kind, id });

  describe('with a member that nobody knows', () => {
    const send = async (more: object, call: TestCall = {}) => {
      const body = {
        ...world.bodyOf(world.source(world.account, 'bank'), world.source(world.account, 'balance'), '9.00'),
      };
      return world.call('POST', '/transfers', { body: { ...body, ...more }, ...call });
    };

    it.each([
      [{ fee: [] }, ['Unknown /fee']],
      [{ corelationId: 'order-1', metaData: {} }, ['Unknown /corelationId', 'Unknown /metaData']],
      [{ _link: {} }, []],
      [{ source: {}, value: '1.00' }, ['Unknown /source', 'Unknown /value']],
      [{ amount: { value: '1.00', currency: 'USD', correlationId: 'x' } }, ['Unknown /amount/correlationId']],
      [{ note: 'x', _embedded: {}, id: 'x', status: 'pending', created: 'x', individualAchId: 'x' }, []],
      [{ metadata: { fee: '1', source: 'x' } }, []],
    ])('%j is refused where it is close to one that counts, or at another level: %j', async (more, faults) => {
      const answer = await send(more);
      if (faults.length > 0) expect(faultsOf(answer)).toEqual(faults);
      else expect(answer.status).toBe(201);
    });

    it('refuses all that nobody knows where the client prefers that, and takes back what it answered', async () => {
      expect(faultsOf(await send({ note: 'x' }, { isStrict: true }))).toEqual(['Unknown /note']);
      expect((await send({}, { isStrict: true })).status).toBe(201);
      expect((await send({ id: 'x', created: 'x', status: 'pending' }, { isStrict: true })).status).toBe(201);
    });

    it('answers the record of a key first', async () => {
      const [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
      const body = { ...world.bodyOf(bank, balance, '9.00'), note: 'x' };
      const key = newId();
      const first = await world.call('POST', '/transfers', { body, key });
      expect(await world.call('POST', '/transfers', { body, key, isStrict: true })).toEqual({
        ...first,
        isReplayed: true,
      });
      const changed = { ...body, fee: [] };
      expect((await world.call('POST', '/transfers', { body: changed, key })).body).toMatchObject({
        code: 'IdempotencyKeyReused',
      });
    });
  });

  describe('from a bank to its own balance', () => {
    it('is pending until the bank has moved the money', async () => {
      const owner = world.customer();
      const [bank, balance] = [world.source(owner, 'bank'), world.source(owner, 'balance')];
      const id = await world.transfer(bank, balance, '225.5');

      expect(await transferOf(id)).toEqual({
        type: 'resource',
        kind: 'transfer',
        id,
        attributes: {
          id,
          status: 'pending',
          amount: { value: '225.50', currency: 'USD' },
          created: service.clock.system().toISOString(),
          clearing: { source: 'standard' },
          individualAchId: expect.stringMatching(/^I[0-9A-Z]{7}$/),
        },
        links: {
          source: link('funding-source', bank.fundingSourceId),
          destination: link('customer', owner.partyId),
          'source-funding-source': link('funding-source', bank.fundingSourceId),
          payment: link('payment', id),
          timeline: link('transfer-timeline', id),
          cancel: link('transfer', id),
          simulate: link('simulateTransfer', id),
        },
      });
      expect(await world.balanceOf(balance)).toEqual(['0.00', '0.00']);

      expect(await world.simulate()).toBe(1);
      expect(await transferOf(id)).toMatchObject({ attributes: { status: 'processed' } });
      expect(await world.balanceOf(balance)).toEqual(['225.50', '225.50']);
    });
  });

  describe('from a balance to its own bank', () => {
    it('debits the balance at once and is pending until the bank has moved the money', async () => {
      const balance = await world.fundedBalance(world.account, '100.00');
      const bank = world.source(world.account, 'bank', { status: 'unverified' });
      const id = await world.transfer(balance, bank, '30.00');

      expect(await world.balanceOf(balance)).toEqual(['70.00', '70.00']);
      expect(await transferOf(id)).toMatchObject({
        attributes: { status: 'pending', clearing: { destination: 'next-day' } },
        links: {
          source: link('account', world.accountId),
          destination: link('funding-source', bank.fundingSourceId),
          'destination-funding-source': link('funding-source', bank.fundingSourceId),
        },
      });
      expect(await transferOf(id)).not.toHaveProperty('links.source-funding-source');

      expect(await world.simulate()).toBe(1);
      expect(await transferOf(id)).toMatchObject({ attributes: { status: 'processed' } });
      expect(await world.balanceOf(balance)).toEqual(['70.00', '70.00']);
    });
  });

  describe("from a balance to another holder's", () => {
    it('is processed at once', async () => {
      const [sender, receiver] = [world.customer(), world.customer({ type: 'business' })];
      const from = await world.fundedBalance(sender, '100.00');
      const to = world.source(receiver, 'balance');
      const id = await world.transfer(from, to, '40.00');

      expect(await world.balanceOf(from)).toEqual(['60.00', '60.00']);
      expect(await world.balanceOf(to)).toEqual(['40.00', '40.00']);
      const answer = await transferOf(id);
      expect(answer).toMatchObject({
        attributes: { status: 'processed' },
        links: {
          source: link('customer', sender.partyId),
          destination: link('customer', receiver.partyId),
          'source-funding-source': link('funding-source', from.fundingSourceId),
          'destination-funding-source': link('funding-source', to.fundingSourceId),
        },
      });
      expect(answer).toHaveProperty('attributes.clearing', undefined);
    });

    it('tells that it was created and completed, with the sequence of the transfer', async () => {
      const from = await world.fundedBalance(world.account, '1.00');
      const to = world.source(world.customer(), 'balance');
      const id = await world.transfer(from, to, '1.00');
      await transferOf(id);

      const data = {
        transferId: id,
        paymentId: id,
        leg: 'party',
        amountMinor: '100',
        source: { ownerKind: 'account', ownerId: world.accountId, fundingSourceId: from.fundingSourceId },
        destination: { ownerKind: 'customer', ownerId: to.ownerId, fundingSourceId: to.fundingSourceId },
      };
      const { accountId } = world;
      expect(await service.recorded(id)).toEqual([
        { key: id, sequence: 1, accountId, type: 'transfers.transfer-created.v1', data },
        { key: id, sequence: 2, accountId, type: 'transfers.transfer-completed.v1', data },
      ]);
    });
  });

  it('says everything that is wrong with a body', async () =>
    expect(faultsOf(await world.call('POST', '/transfers', { body: { amount: {}, achDetails: {} } }))).toEqual([
      'Required /_links/source',
      'Required /_links/destination',
      'Required /amount/value',
      'Required /amount/currency',
      'NotAllowed /achDetails',
    ]));

  it('reads a bare number as an amount', async () => {
    const from = await world.fundedBalance(world.account, '1.00');
    const to = world.source(world.customer(), 'balance');
    const body = {
      _links: {
        source: { href: `/funding-sources/${from.fundingSourceId}/` },
        destination: { href: `HTTP://api.example/v1/funding-sources/${to.fundingSourceId.toUpperCase()}` },
      },
      amount: { value: 0.29, currency: 'USD' },
    };
    expect((await world.call('POST', '/transfers', { body })).status).toBe(201);
    expect(await world.balanceOf(to)).toEqual(['0.29', '0.29']);
  });

  describe('that is refused', () => {
    it('does not know the funding sources of another account', async () => {
      const stranger = new World(service);
      const theirs = await stranger.fundedBalance(stranger.account, '10.00');
      const ours = await world.fundedBalance(world.account, '10.00');
      expect(faultsOf(await world.post(theirs, ours, '1.00'))).toEqual(['Invalid /_links/source/href']);
      expect(faultsOf(await world.post(ours, theirs, '1.00'))).toEqual(['Invalid /_links/destination/href']);
    });

    it('says of every end that is not there, and of the limit', async () => {
      const from = await world.fundedBalance(world.customer(), '1.00');
      const nowhere = { fundingSourceId: newId() };
      expect(faultsOf(await world.post(nowhere, { fundingSourceId: newId() }, '1.00'))).toEqual([
        'Invalid /_links/source/href',
        'Invalid /_links/destination/href',
      ]);
      expect(faultsOf(await world.post(from, nowhere, '10000.01'))).toEqual([
        'Invalid /_links/destination/href',
        'Invalid /amount/value',
      ]);
    });

    it('allows no source as its own destination', async () => {
      const balance = await world.fundedBalance(world.account, '1.00');
      expect(faultsOf(await world.post(balance, balance, '1.00'))).toEqual(['Invalid /_links/destination/href']);
    });

    it('says that funds are missing and leaves the balance as it was', async () => {
      const from = await world.fundedBalance(world.account, '10.00');
      const to = world.source(world.customer(), 'balance');
      expect(faultsOf(await world.post(from, to, '10.01'))).toEqual(['InsufficientFunds /_links/source/href']);
      expect(await world.balanceOf(from)).toEqual(['10.00', '10.00']);
      expect(await world.transfer(from, to, '10.00')).toBeDefined();
    });

    it('is no resource and in no list', async () => {
      const from = world.source(world.account, 'balance');
      const operationId = newId();
      await world.post(from, world.source(world.customer(), 'balance'), '1.00', { operationId });
      const { body } = await world.call('GET', `/accounts/${world.accountId}/transfers`);
      expect(body).toMatchObject({ total: 0, items: [] });
      const rows = await service.dataSource.query<object[]>('SELECT 1 FROM transfers WHERE account_id = $1', [
        world.accountId,
      ]);
      expect(rows).toEqual([]);
    });

    it('never by what was heard last, when the owner knows better', async () => {
      const owner = world.customer();
      const [bank, balance] = [world.source(owner, 'bank', { status: 'unverified' }), world.source(owner, 'balance')];
      expect(faultsOf(await world.post(bank, balance, '1.00'))).toEqual(['Invalid /_links/source/href']);
      world.tellSource({ ...bank, status: 'verified', version: 2 });
      expect((await world.post(bank, balance, '1.00')).status).toBe(201);
    });

    it('is not refused while an owner that would have to be asked is away', async () => {
      const balance = world.source(world.account, 'balance');
      service.services.answer(
        `GET /internal/funding-sources/${balance.fundingSourceId}`,
        new DomainError('ServiceUnavailable'),
      );
      expect((await world.post(balance, world.source(world.customer(), 'balance'), '1.00')).status).toBe(503);
    });
  });

  describe('on facts', () => {
    const asked = (id: string) => service.services.calls.filter(({ path }) => path.endsWith(id)).length;

    it('asks an owner once, and accepts by what is stored from then on', async () => {
      const from = await world.fundedBalance(world.account, '10.00');
      const to = world.source(world.customer(), 'balance');
      await world.transfer(from, to, '1.00');
      const before = asked(to.fundingSourceId) + asked(to.ownerId);
      await world.transfer(from, to, '1.00');
      expect([before, asked(to.fundingSourceId) + asked(to.ownerId)]).toEqual([2, 2]);
    });

    it('refuses as soon as it was told, whatever it has accepted before', async () => {
      const receiver = world.customer();
      const from = await world.fundedBalance(world.account, '10.00');
      const to = world.source(receiver, 'balance');
      await world.transfer(from, to, '1.00');

      const suspended = { ...receiver, status: 'suspended', version: 2 } as const;
      world.tellParty(suspended);
      const principal = { kind: 'service', service: 'customers' } as const;
      const path = `/internal/parties/${receiver.partyId}`;
      expect(await world.call('PUT', path, { body: suspended, principal })).toMatchObject({ status: 200 });
      expect(faultsOf(await world.post(from, to, '1.00'))).toEqual(['Restricted /_links/destination/href']);
    });
  });

  describe('with what the caller adds', () => {
    it('keeps metadata in plain in the row of the account alone', async () => {
      const owner = world.customer();
      const metadata = { note: 'Jane Doe, 5 Main St' };
      const id = await world.transfer(world.source(owner, 'bank'), world.source(owner, 'balance'), '1.00', {
        metadata,
        correlationId: 'order-17',
      });
      expect(await transferOf(id)).toMatchObject({ attributes: { metadata, correlationId: 'order-17' } });

      const events = [];
      for await (const event of service.eventStore.read(paymentStream(id))) events.push(event);
      const told = await service.recorded(id);
      expect([events.length, told.length]).toEqual([2, 1]);
      expect(
        JSON.stringify([events, told], (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
      ).not.toMatch(/Jane|note/);
    });

    it('takes null for nothing', async () => {
      const owner = world.customer();
      const nothing = { metadata: null, correlationId: null, fees: null };
      const { status } = await world.post(world.source(owner, 'bank'), world.source(owner, 'balance'), '1.00', nothing);
      expect(status).toBe(201);
    });
  });

  it('names a transfer after the time of its operation', async () => {
    const owner = world.customer();
    const operationId = newId();
    const id = await world.transfer(world.source(owner, 'bank'), world.source(owner, 'balance'), '1.00', {
      operationId,
    });
    expect(idTimeMs(id)).toBe(idTimeMs(operationId));
  });

  it('is not for services', async () => {
    const principal = { kind: 'service', service: 'customers' } as const;
    const body = {
      _links: { source: { href: `/funding-sources/${newId()}` }, destination: { href: `/funding-sources/${newId()}` } },
      amount: { value: '1.00', currency: 'USD' },
    };
    expect((await world.call('POST', '/transfers', { body, principal })).status).toBe(403);
  });
});
