import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, Principal } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError, newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { factAnswer, servicePrincipal } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import {
  addBank,
  addCustomer,
  change,
  customerWithBank,
  endMicroDeposits,
  faultsOf,
  FundingSources,
  getSource,
  openAccount,
  paidTo,
  resourceOf,
  tellParty,
  told,
  usd,
} from '../../test/funding-sources.js';

const right = { amount1: usd('0.02'), amount2: usd('0.01') };
const exhausting = { amount1: usd('0.09'), amount2: usd('0.09') };

describe('micro-deposits', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  let id: string;
  beforeEach(async () => {
    ({ principal, customer, id } = await customerWithBank(sources));
    sources.service.services.calls.length = 0;
  });

  const post = (body?: object, operationId = newId(), source = id) =>
    sources.service.call('POST', `/funding-sources/${source}/micro-deposits`, { principal, body, operationId });
  const get = () => sources.service.call('GET', `/funding-sources/${id}/micro-deposits`, { principal });
  const source = () => getSource(sources, principal, id);
  const typesOf = async () => (await sources.service.recorded(id)).map(({ type }) => type.split('.')[1]);
  const complete = () => endMicroDeposits(sources, id, { status: 'processed' });

  describe('begin', () => {
    it.each([
      ['no body', undefined],
      ['an empty body', {}],
    ])('with %s', async (_, body) => {
      expect(await post(body)).toEqual({
        status: 201,
        body: { type: 'created', resource: { kind: 'micro-deposits', id } },
      });
      expect(await get()).toEqual({
        status: 200,
        body: {
          type: 'resource',
          kind: 'micro-deposits',
          id,
          attributes: { created: sources.service.clock.system().toISOString(), status: 'pending', attemptsLeft: 3 },
          links: { 'verify-micro-deposits': { kind: 'micro-deposits', id } },
        },
      });
      expect(await typesOf()).toEqual(['funding-source-added', 'micro-deposits-added']);
    });

    it('and change what can be done with the bank', async () => {
      expect((await source()).links).toMatchObject({ 'initiate-micro-deposits': { kind: 'micro-deposits', id } });
      await post();
      const { links } = await source();
      expect(links).toMatchObject({ 'verify-micro-deposits': { kind: 'micro-deposits', id } });
      expect(links['initiate-micro-deposits']).toBeUndefined();
    });

    it('once', async () => {
      await post();
      expect(await post()).toMatchObject({ status: 400, body: { code: 'MaxNumberOfResources' } });
      await complete();
      expect(await post()).toMatchObject({ status: 400, body: { code: 'MaxNumberOfResources' } });
    });

    it('once by the same operation, and by two at the same time', async () => {
      const operationId = newId();
      expect(await post({}, operationId)).toEqual(await post({}, operationId));
      id = await addBank(sources, principal, customer);
      expect((await Promise.all([post(), post()])).map(({ status }) => status).sort()).toEqual([201, 400]);
    });

    it('not on a balance, which is verified', async () => {
      const path = `/accounts/${principal.accountId}/funding-sources`;
      await sources.service.call('GET', path, { principal });
      expect(await post({}, newId(), balanceIdOf(principal.accountId))).toMatchObject({
        status: 403,
        body: { code: 'InvalidResourceState', message: expect.stringMatching(/^Bank already verified\. \S/) },
      });
    });
  });

  it('are not there before they are begun', async () => {
    expect(await get()).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(await post(right)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  it('are unknown to other accounts', async () => {
    await post();
    principal = openAccount(sources);
    for (const answer of [await get(), await post(), await post(right)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    }
  });

  it.each(['suspended', 'deactivated'] as const)('have no link to verify them for one who is %s', async (status) => {
    await post();
    const shown = async () => {
      const { attributes, links } = resourceOf((await get()).body);
      return [attributes['attemptsLeft'], Object.keys(links).filter((relation) => links[relation])];
    };
    expect(await shown()).toEqual([3, ['verify-micro-deposits']]);
    await tellParty(sources, change(sources, customer, status));
    expect(await shown()).toEqual([undefined, []]);
  });

  it.each(['suspended', 'deactivated'] as const)('are refused to a customer who is %s', async (status) => {
    await post();
    await tellParty(sources, change(sources, customer, status));
    expect(await post(right)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    id = await addBank(sources, principal, addCustomer(sources, principal, { status })).catch(() => id);
    expect(await post()).toMatchObject({ status: 403 });
  });

  it('ask for the customer again before they refuse', async () => {
    await tellParty(sources, change(sources, customer, 'deactivated'));
    change(sources, customer, 'unverified');
    expect(await post()).toMatchObject({ status: 201 });
  });

  it('are refused on a removed bank', async () => {
    await post();
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    for (const body of [{}, right]) {
      expect(await post(body)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    }
    expect(resourceOf((await get()).body).links).toEqual({});
  });

  describe('with amounts', () => {
    it.each([
      ['before they arrived', false],
      ['after they arrived', true],
    ])('verify the bank at once %s', async (_, arrived) => {
      await post();
      if (arrived) await complete();
      const answer = await post(right);
      expect(answer).toMatchObject({ status: 200, body: { kind: 'micro-deposits', id, links: {} } });
      const { attributes, links } = await source();
      expect(attributes['status']).toBe('verified');
      expect(links['transfer-send']).toEqual({ kind: 'createTransfer', id: '' });
      expect(links['verify-micro-deposits']).toBeUndefined();
      expect((await typesOf()).at(-1)).toBe('funding-source-verified');
    });

    it('tell transfers before they answer', async () => {
      await post();
      sources.service.services.calls.length = 0;
      await post(right);
      expect(told(sources)).toMatchObject([
        { service: 'transfers', path: `/internal/funding-sources/${id}`, fact: { status: 'verified', version: 3 } },
      ]);
    });

    it('answer 503 when transfers could not be told; the same operation again completes it', async () => {
      await post();
      const operationId = newId();
      sources.service.services.answer('PUT /internal/funding-sources/:id', new DomainError('ServiceUnavailable'));
      expect(await post(right, operationId)).toMatchObject({ status: 503 });
      sources.service.services.answer('PUT /internal/funding-sources/:id', factAnswer(null));
      expect(await post(right, operationId)).toMatchObject({ status: 200 });
      expect(await typesOf()).toHaveLength(3);
    });

    it('are refused once the bank is verified', async () => {
      await post();
      await post(right);
      for (const body of [{}, right]) {
        expect(await post(body)).toMatchObject({
          status: 403,
          body: { code: 'InvalidResourceState', message: expect.stringMatching(/^Bank already verified\. \S/) },
        });
      }
      expect(await get()).toMatchObject({ status: 200, body: { attributes: { status: 'pending' }, links: {} } });
    });

    it('of nine cents each are the third wrong attempt', async () => {
      await post();
      const answer = await post(exhausting);
      expect([answer.status, faultsOf(answer.body)]).toEqual([
        400,
        ['Invalid /amount1/value', 'Invalid /amount2/value'],
      ]);
      expect(await typesOf()).toEqual(['funding-source-added', 'micro-deposits-added', 'micro-deposits-exhausted']);
      for (const body of [{}, right]) {
        expect(await post(body)).toMatchObject({
          status: 403,
          body: { code: 'InvalidResourceState', message: expect.stringMatching(/^Too many attempts\. \S/) },
        });
      }
      expect(await get()).toMatchObject({
        body: { attributes: { status: 'failed', failure: { description: 'Too many attempts.' } }, links: {} },
      });
      expect(await source()).toMatchObject({
        attributes: { status: 'unverified' },
        links: { 'failed-verification-micro-deposits': { kind: 'micro-deposits', id } },
      });
    });

    it('that are wrong are refused again when the operation is repeated, and count once', async () => {
      await post();
      const operationId = newId();
      expect(await post(exhausting, operationId)).toEqual(await post(exhausting, operationId));
      expect(await typesOf()).toHaveLength(3);
    });

    it('that are wrong are refused again under the same key, and no other amounts are tried under it', async () => {
      await post();
      const keyed = (body: object) =>
        sources.service.call('POST', `/funding-sources/${id}/micro-deposits`, { principal, body, key });
      const key = newId();
      const first = await keyed(exhausting);
      expect(first.status).toBe(400);
      expect(await keyed(exhausting)).toEqual({ ...first, isReplayed: true });
      expect(await keyed(right)).toMatchObject({ status: 422, body: { code: 'IdempotencyKeyReused' } });
      expect(await typesOf()).toHaveLength(3);
    });

    it('of which one is nine cents are as good as any', async () => {
      await post();
      expect(await post({ amount1: usd('0.09'), amount2: usd('0.08') })).toMatchObject({ status: 200 });
    });

    it('that are none change nothing', async () => {
      await post();
      const { status, body } = await post({ amount1: usd('0.10'), amount2: usd('x') });
      expect([status, faultsOf(body)]).toEqual([400, ['Invalid /amount1/value', 'Invalid /amount2/value']]);
      expect(await post(right)).toMatchObject({ status: 200 });
    });
  });

  describe('are paid by transfers', () => {
    const PAYMENT = 'PUT /internal/micro-deposits/:id';
    const paid = () => paidTo(sources.service, id);

    it('which is told before the client is answered, whom and how much', async () => {
      await post();
      const [call] = paid();
      expect(call).toMatchObject({
        service: 'transfers',
        body: {
          accountId: principal.accountId,
          ownerKind: 'customer',
          ownerId: customer.partyId,
          fundingSourceId: id,
          amountsMinor: [expect.stringMatching(/^[1-9]$/), expect.stringMatching(/^[1-9]$/)],
          at: sources.service.clock.system().toISOString(),
        },
      });
    });

    it('under one id, however often it is told: 503 until it was, and the same operation again completes it', async () => {
      const { services } = sources.service;
      services.answer(PAYMENT, new DomainError('ServiceUnavailable'));
      const operationId = newId();
      expect((await post({}, operationId)).status).toBe(503);
      services.answer(PAYMENT, factAnswer(null));
      expect((await post({}, operationId)).status).toBe(201);
      expect(new Set(paid().map(({ path, body }) => JSON.stringify([path, body]))).size).toBe(1);
      expect(await typesOf()).toHaveLength(2);
    });

    it('also if the client does not come back', async () => {
      const { services, clock } = sources.service;
      services.answer(PAYMENT, new DomainError('ServiceUnavailable'));
      expect((await post()).status).toBe(503);
      services.answer(PAYMENT, factAnswer(null));
      const told = paid().length;
      clock.advance(60_000);
      sources.service.get(DueWork).wake();
      await until('transfers is told', () => paid().length > told);
      expect(new Set(paid().map(({ path }) => path)).size).toBe(1);
    });

    it('which says once that they arrived, and then that they came back', async () => {
      await post();
      const [first] = await Promise.all([complete(), complete()]);
      expect(first).toEqual({ status: 200, body: { type: 'fact', fact: null } });
      await complete();
      for (const code of ['R01', 'R03'] as const) await endMicroDeposits(sources, id, { status: 'failed', code });
      await complete();
      expect((await typesOf()).slice(2)).toEqual(['micro-deposits-completed', 'micro-deposits-failed']);
      expect(await get()).toMatchObject({ body: { attributes: { status: 'failed', failure: { code: 'R01' } } } });
    });

    it('even when the bank was verified or removed meanwhile, but what failed stays as it failed', async () => {
      await post();
      await post(right);
      await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
      await complete();
      expect((await typesOf()).at(-1)).toBe('micro-deposits-completed');
      id = await addBank(sources, principal, customer);
      await post();
      await post(exhausting);
      await complete();
      expect((await typesOf()).at(-1)).toBe('micro-deposits-exhausted');
    });

    it('of which the end of those before says nothing about those of other numbers', async () => {
      await post();
      const earlier = paid().at(-1)?.path.split('/').at(-1);
      const body = { routingNumber: '222222226', accountNumber: '987654321', bankAccountType: 'checking' };
      await sources.service.call('POST', `/funding-sources/${id}`, { principal, body });
      await post();
      await sources.service.call('PUT', `/internal/funding-sources/${id}/micro-deposits`, {
        principal: servicePrincipal('transfers'),
        body: { paymentId: earlier, status: 'processed' },
      });
      expect(await get()).toMatchObject({ body: { attributes: { status: 'pending' } } });
      await complete();
      expect(await get()).toMatchObject({ body: { attributes: { status: 'processed' } } });
    });

    it('and nobody else', async () => {
      await post();
      const end = (caller: Principal, ...ended: readonly object[]) =>
        sources.service.call('POST', '/internal/micro-deposits/ends', { principal: caller, body: { ended } });
      const transfers = servicePrincipal('transfers');
      const ended = { fundingSourceId: id, paymentId: newId(), status: 'processed' };
      expect((await end(principal, ended)).status).toBe(404);
      expect((await end(transfers, { ...ended, paymentId: undefined })).status).toBe(400);
      expect((await end(transfers)).status).toBe(400);
    });

    it('with those of many banks, and of each once, whatever is said of one that is not here', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push(await addBank(sources, principal, customer));
      for (const each of ids)
        await sources.service.call('POST', `/funding-sources/${each}/micro-deposits`, { principal });
      const paymentOf = (each: string) => paidTo(sources.service, each).at(-1)?.path.split('/').at(-1);
      const ended = ids.map((each) => ({ fundingSourceId: each, paymentId: paymentOf(each), status: 'processed' }));
      const body = { ended: [...ended, ...ended.map((end) => ({ ...end, status: 'failed', code: 'R03' }))] };
      body.ended.unshift({ fundingSourceId: newId(), paymentId: newId(), status: 'processed' });
      const call = { principal: servicePrincipal('transfers'), body };
      await Promise.all([1, 2].map(() => sources.service.call('POST', '/internal/micro-deposits/ends', call)));
      for (const each of ids) {
        const types = (await sources.service.recorded(each)).map(({ type }) => type.split('.')[1]);
        expect(types.slice(2)).toEqual(['micro-deposits-completed', 'micro-deposits-failed']);
      }
    });
  });
});
