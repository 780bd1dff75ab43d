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
import { PaymentRecovery } from './payment-recovery.js';
import { UnfinishedPayments } from './unfinished-payments.js';

describe('unfinished payments as the follower has them', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    // This process moves the read models from now on, and has started recovery, which would finish what the tests begin.
    await begin();
    await service.get(UnfinishedPayments).upToDate();
    await service.get(PaymentRecovery).stop();
  });
  afterAll(() => service.stop());

  const begin = async (): Promise<string> => {
    const terms = termsOf('balanceTransfer');
    await service.get(EventStore).append({
      stream: paymentStream(terms.paymentId),
      expected: 'no-stream',
      events: [{ id: newId(), type: 'PaymentInitiated', data: terms }],
    });
    return terms.paymentId;
  };

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
    const id = await begin();
    const find = async () => unfinished.find({ untouchedSince: await store.head(), after: undefined, limit: 1_000 });
    const before = await find();
    expect(before).toContain(id);
    await follower.stop();
    await empty(service, unfinishedPayments);
    const found = find();
    follower.start();
    expect(await found).toEqual(before);
  });
});
