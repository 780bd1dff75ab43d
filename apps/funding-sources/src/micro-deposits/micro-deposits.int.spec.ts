import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, PartyFact } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { factDocument, servicePrincipal } from '@halyard/testing';
import {
  addBank,
  addCustomer,
  change,
  customerWithBank,
  faultsOf,
  FundingSources,
  getSource,
  openAccount,
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
  const complete = (limit = 500, operationId = newId()) =>
    sources.service.call('POST', '/internal/micro-deposits/completions', {
      principal: servicePrincipal('transfers'),
      body: { accountId: principal.accountId, limit },
      operationId,
    });

  describe('begin', () => {
    it.each([
      ['no body', undefined],
      ['an empty body', {}],
    ])('with %s', async (_, body) => {
      expect(await post(body)).toEqual({
        status: 201,
        body: { document: 'created', resource: { kind: 'micro-deposits', id } },
      });
      expect(await get()).toEqual({
        status: 200,
        body: {
          document: 'resource',
          kind: 'micro-deposits',
          id,
          attributes: { created: sources.service.clock.now().toISOString(), status: 'pending', attemptsLeft: 3 },
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
        body: { code: 'InvalidResourceState', message: 'Bank already verified.' },
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
      expect(links['transfer-send']).toEqual({ kind: 'transfers', id: '' });
      expect(links['verify-micro-deposits']).toBeUndefined();
      expect((await typesOf()).at(-1)).toBe('funding-source-verified');
    });

    it('tell transfers before they answer', async () => {
      await post();
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
      sources.service.services.answer('PUT /internal/funding-sources/:id', factDocument(null));
      expect(await post(right, operationId)).toMatchObject({ status: 200 });
      expect(await typesOf()).toHaveLength(3);
    });

    it('are refused once the bank is verified', async () => {
      await post();
      await post(right);
      for (const body of [{}, right]) {
        expect(await post(body)).toMatchObject({
          status: 403,
          body: { code: 'InvalidResourceState', message: 'Bank already verified.' },
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
          body: { code: 'InvalidResourceState', message: 'Too many attempts.' },
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

  describe('arrive by a simulation', () => {
    it('of their account, the oldest first, up to a limit', async () => {
      await post();
      const first = id;
      id = await addBank(sources, principal, customer);
      await post();
      const foreign = openAccount(sources);
      const other = await addBank(sources, foreign, addCustomer(sources, foreign));
      await sources.service.call('POST', `/funding-sources/${other}/micro-deposits`, { principal: foreign });

      expect(await complete(1)).toEqual({ status: 200, body: { document: 'fact', fact: { total: 1, returned: [] } } });
      expect(await get()).toMatchObject({ body: { attributes: { status: 'pending' } } });
      expect((await sources.service.recorded(first)).at(-1)).toMatchObject({
        type: 'funding-sources.micro-deposits-completed.v1',
        data: { fundingSourceId: first, fact: { version: 3 } },
      });
      expect(await complete()).toMatchObject({ body: { fact: { total: 1 } } });
      expect(await get()).toMatchObject({
        body: {
          attributes: { status: 'processed' },
          links: { 'verify-micro-deposits': { kind: 'micro-deposits', id } },
        },
      });
      expect(await complete()).toMatchObject({ body: { fact: { total: 0 } } });
    });

    it('once by the same operation', async () => {
      await post();
      const operationId = newId();
      expect(await complete(500, operationId)).toEqual(await complete(500, operationId));
      expect(await typesOf()).toHaveLength(3);
    });

    it('even when the bank was verified or removed meanwhile, but not when they failed', async () => {
      await post();
      await post(right);
      await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
      id = await addBank(sources, principal, customer);
      await post();
      await post(exhausting);
      expect(await complete()).toMatchObject({ body: { fact: { total: 1 } } });
    });

    it('only when a service asks', async () => {
      const body = { accountId: principal.accountId, limit: 1 };
      const path = '/internal/micro-deposits/completions';
      expect((await sources.service.call('POST', path, { principal, body })).status).toBe(404);
      const transfers = servicePrincipal('transfers');
      const malformed = await sources.service.call('POST', path, { principal: transfers, body: { limit: 0 } });
      expect(malformed.status).toBe(400);
    });
  });
});
