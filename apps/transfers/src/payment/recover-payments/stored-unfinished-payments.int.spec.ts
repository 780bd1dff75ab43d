import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { termsOf } from '../../../test/payments.js';
import { contentOf, empty, rebuildBeside } from '../../../test/rebuild.js';
import { describeUnfinishedPayments } from '../../../test/unfinished-payments.behaviour.js';
import { ReadModels } from '../../projection/read-models.js';
import { transfersService } from '../../transfers.module.js';
import { paymentStream } from '../payment.model.js';
import { UnfinishedPayments } from './unfinished-payments.js';

describe('unfinished payments as the follower has them', () => {
  let service: TestService;
  beforeAll(async () => {
    // Recovery looks at the start, and then leaves what the tests begin alone.
    service = await startTestService(transfersService, { env: { RECOVERY_SWEEP_MS: '3600000' } });
  });
  afterAll(() => service.stop());

  describeUnfinishedPayments(() => ({ store: service.get(EventStore), unfinished: service.get(UnfinishedPayments) }));

  it('are the same when the table is built again', async () => {
    const { unfinishedPayments } = service.get(ReadModels);
    const content = () =>
      service.get(ReadModels).read('unfinishedPayments', () => contentOf(service, ['unfinished_payments']));
    const before = await content();
    expect(before).not.toEqual([[]]);
    await rebuildBeside(service, unfinishedPayments);
    expect(await content()).toEqual(before);
  });

  it('are not taken for none while the table is built again', async () => {
    const { unfinishedPayments, follower } = service.get(ReadModels);
    const unfinished = service.get(UnfinishedPayments);
    const store = service.get(EventStore);
    const terms = termsOf('balanceTransfer');
    await store.append({
      stream: paymentStream(terms.paymentId),
      expected: 'no-stream',
      events: [{ id: newId(), type: 'PaymentInitiated', data: terms }],
    });
    const find = async () => unfinished.find({ untouchedSince: await store.head(), after: undefined, limit: 1_000 });
    const before = await find();
    expect(before).toContain(terms.paymentId);
    await follower.stop();
    await empty(service, unfinishedPayments);
    const found = find();
    follower.start();
    expect(await found).toEqual(before);
  });
});
