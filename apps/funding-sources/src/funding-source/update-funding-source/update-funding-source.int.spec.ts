import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError, newId } from '@halyard/core';
import { factAnswer } from '@halyard/testing';
import { z } from 'zod';
import {
  customerWithBank,
  FundingSources,
  getSource,
  openAccount,
  told,
  unsealedHistory,
} from '../../../test/funding-sources.js';
import { fundingSourceAnswer } from '../funding-source.answer.js';
import type { FundingSource } from '../funding-source.entity.js';

describe('POST /funding-sources/{id}', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  let id: string;
  beforeEach(async () => {
    ({ principal, customer, id } = await customerWithBank(sources));
    sources.service.services.calls.length = 0;
  });

  const update = (body: object, operationId = newId()) =>
    sources.service.call('POST', `/funding-sources/${id}`, { principal, body, operationId });

  it('renames, and answers the whole source', async () => {
    expect(await update({ name: 'R01' })).toMatchObject({
      status: 200,
      body: { kind: 'funding-source', id, attributes: { name: 'R01', removed: false, bankAccountType: 'checking' } },
    });
    expect(await sources.service.call('GET', `/funding-sources/${id}`, { principal })).toMatchObject({
      body: { attributes: { name: 'R01' } },
    });
  });

  it.each([true, 'true'])(
    'removes by %j: still readable, its status as it was, nothing to be done with it',
    async (removed) => {
      expect(await update({ removed })).toMatchObject({
        status: 200,
        body: { attributes: { removed: true, status: 'unverified' } },
      });
      const { body } = await sources.service.call('GET', `/funding-sources/${id}`, { principal });
      expect(body).toMatchObject({
        attributes: { removed: true },
        links: { customer: { kind: 'customer', id: customer.partyId } },
      });
      expect(JSON.stringify(body)).not.toContain('remove"');
    },
  );

  it('renames and removes at once', async () => {
    expect(await update({ name: 'Gone', removed: true })).toMatchObject({
      body: { attributes: { name: 'Gone', removed: true } },
    });
    expect((await sources.service.recorded(id)).slice(1)).toMatchObject([
      {
        sequence: 2,
        type: 'funding-sources.funding-source-updated.v1',
        data: { fact: { removed: false, version: 2 } },
      },
      { sequence: 3, type: 'funding-sources.funding-source-removed.v1', data: { fact: { removed: true, version: 3 } } },
    ]);
  });

  it('keeps a name out of what it tells, and under seal in the history', async () => {
    await update({ name: 'Nest egg' });
    expect(JSON.stringify(await sources.service.recorded(id))).not.toContain('Nest egg');
    expect(await unsealedHistory(sources, customer, id, 2)).toMatchObject({ id, name: 'Nest egg' });
  });

  it('keeps the source as it was after each change, under the seal of its owner', async () => {
    const seen = [await getSource(sources, principal, id)];
    await sources.service.call('POST', `/funding-sources/${id}/micro-deposits`, { principal });
    seen.push(await getSource(sources, principal, id));
    for (const body of [{ name: 'Nest egg' }, { removed: true }]) {
      await update(body);
      seen.push(await getSource(sources, principal, id));
    }
    const { lastFour } = z.object({ lastFour: z.string().regex(/^\d{4}$/) }).parse(seen[0]?.attributes);
    const were = [1, 2, 3, 4].map(async (sequence) => {
      const snapshot = (await unsealedHistory(sources, customer, id, sequence)) as FundingSource;
      return fundingSourceAnswer(
        { ...snapshot, created: new Date(snapshot.created) },
        { owner: customer, at: new Date(snapshot.created), lastFour },
      );
    });
    expect(await Promise.all(were)).toEqual(seen);
  });

  it('tells transfers before it answers', async () => {
    await update({ removed: true });
    expect(told(sources)).toEqual([
      {
        service: 'transfers',
        path: `/internal/funding-sources/${id}`,
        fact: {
          fundingSourceId: id,
          accountId: principal.accountId,
          ownerKind: 'customer',
          ownerId: customer.partyId,
          type: 'bank',
          status: 'unverified',
          removed: true,
          channels: ['ach'],
          created: expect.any(String),
          version: 2,
        },
      },
    ]);
  });

  it('answers 503 when it could not tell; the same operation again completes it without a second change', async () => {
    const operationId = newId();
    sources.service.services.answer('PUT /internal/funding-sources/:id', new DomainError('ServiceUnavailable'));
    expect(await update({ removed: true }, operationId)).toMatchObject({ status: 503 });

    sources.service.services.answer('PUT /internal/funding-sources/:id', factAnswer(null));
    sources.service.services.calls.length = 0;
    expect(await update({ removed: true }, operationId)).toMatchObject({
      status: 200,
      body: { attributes: { removed: true } },
    });
    expect(told(sources)).toMatchObject([{ service: 'transfers', fact: { removed: true, version: 2 } }]);
    expect(await sources.service.recorded(id)).toHaveLength(2);
  });

  it.each([[{ removed: true }], [{ name: 'Late' }]])(
    'refuses %j on a removed source, and tells nobody',
    async (body) => {
      await update({ removed: true });
      sources.service.services.calls.length = 0;
      expect(await update(body)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
      expect(told(sources)).toEqual([]);
      expect(await sources.service.recorded(id)).toHaveLength(2);
    },
  );

  it('lets one of two removals through', async () => {
    const answers = await Promise.all([update({ removed: true }), update({ removed: true })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('is for the account of the source alone', async () => {
    const notFound = { status: 404, body: { code: 'NotFound' } };
    const body = { removed: true };
    for (const other of [openAccount(sources)]) {
      expect(await sources.service.call('POST', `/funding-sources/${id}`, { principal: other, body })).toMatchObject(
        notFound,
      );
      expect(await sources.service.call('GET', `/funding-sources/${id}`, { principal: other })).toMatchObject(notFound);
    }
    expect(await sources.service.call('POST', `/funding-sources/${newId()}`, { principal, body })).toMatchObject(
      notFound,
    );
  });
});
