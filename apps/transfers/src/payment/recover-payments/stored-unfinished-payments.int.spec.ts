import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStore } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { contentOf, rebuild } from '../../../test/rebuild.js';
import { describeUnfinishedPayments } from '../../../test/unfinished-payments.behaviour.js';
import { ReadModels } from '../../projection/read-models.js';
import { transfersService } from '../../transfers.module.js';
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
    await rebuild(service, unfinishedPayments);
    expect(await content()).toEqual(before);
  });
});
