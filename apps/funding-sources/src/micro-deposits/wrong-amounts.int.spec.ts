import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applyCorrections } from '../../test/corrections.js';
import {
  customerWithBank,
  endMicroDeposits,
  FundingSources,
  getSource,
  resourceOf,
  usd,
} from '../../test/funding-sources.js';
import { refusalOf } from '../../test/linking.js';

const WRONG = [400, 'ValidationError', 'Invalid /amount1/value', 'Invalid /amount2/value'];
const right = { amount1: usd('0.02'), amount2: usd('0.01') };
const exhausting = { amount1: usd('0.09'), amount2: usd('0.09') };

describe('micro-deposits whose amounts are wrong by the behaviour of the bank', () => {
  const sources = new FundingSources();
  const beside = sources.beside();
  let principal: ApplicationPrincipal;
  let id: string;
  beforeEach(async () => {
    ({ principal, id } = await customerWithBank(sources));
    await post();
    await endMicroDeposits(sources, id, { status: 'processed', wrongAmounts: true });
  });

  const post = (body?: object, operationId = newId(), service = sources.service) =>
    service.call('POST', `/funding-sources/${id}/micro-deposits`, { principal, body, operationId });
  const shown = async () => {
    const { body } = await sources.service.call('GET', `/funding-sources/${id}/micro-deposits`, { principal });
    return resourceOf(body).attributes;
  };
  const attempts = async () =>
    (await sources.service.recorded(id)).flatMap(({ type }) => /attempted|exhausted/.exec(type)?.[0] ?? []);

  it('refuse two attempts, and end with the third', async () => {
    for (const attemptsLeft of [2, 1]) {
      expect(await refusalOf(post(right))).toEqual(WRONG);
      expect(await shown()).toMatchObject({ status: 'processed', attemptsLeft });
    }
    expect(await refusalOf(post(right))).toEqual(WRONG);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'TooManyAttempts' }, attemptsLeft: 0 });
    expect(await refusalOf(post(right))).toEqual([403, 'InvalidResourceState']);
    expect(await attempts()).toEqual(['attempted', 'attempted', 'exhausted']);
    expect((await getSource(sources, principal, id)).attributes).toMatchObject({ status: 'unverified' });
  });

  it('count an attempt once, also when it is repeated or comes in two processes at once', async () => {
    const operationId = newId();
    const both = [post(right, operationId), post(right, operationId, beside.service)];
    // One of the two may be told to wait for the other.
    const answered = await Promise.all(both.map(refusalOf));
    expect(answered).toContainEqual(WRONG);
    expect(await refusalOf(post(right, operationId))).toEqual(WRONG);
    expect(await shown()).toMatchObject({ attemptsLeft: 2 });
    expect(await attempts()).toEqual(['attempted']);
  });

  it('end at once by nine cents each, as other micro-deposits do', async () => {
    expect(await refusalOf(post(exhausting))).toEqual(WRONG);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'TooManyAttempts' } });
  });

  it('stay wrong when the bank is corrected, and when their end is told again', async () => {
    await endMicroDeposits(sources, id, { status: 'processed' });
    await applyCorrections(sources.service, [{ fundingSourceId: id, corrected: { bankAccountType: 'savings' } }]);
    expect(await refusalOf(post(right))).toEqual(WRONG);
  });

  it('are followed by others of other numbers, whose amounts are right', async () => {
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { accountNumber: '90909090' } });
    await post();
    await endMicroDeposits(sources, id, { status: 'processed' });
    expect((await post(right)).status).toBe(200);
  });
});
