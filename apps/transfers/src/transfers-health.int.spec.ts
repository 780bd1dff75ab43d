import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type CheckResult, checkResults, healthChecks } from '@halyard/contracts/operations';
import { Lease } from '@halyard/background';
import { moneyToJson, newId, TimerScheduler, usd } from '@halyard/core';
import { silentLog } from '@halyard/testing/messaging';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { balanceStream } from './balance/balance.model.js';
import { transitOf } from './payment/chart-of-accounts.js';
import { addAdvance, storeProgress } from './sandbox-clock/advances.rows.js';
import { transfersService } from './transfers.module.js';

describe('the health of transfers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  afterEach(() => void jest.restoreAllMocks());

  const results = async (): Promise<readonly CheckResult[]> => {
    const { body } = await service.call('GET', '/internal/health-checks', { principal: servicePrincipal('gateway') });
    return checkResults.parse(body.type === 'fact' ? body.fact : body).checks;
  };
  const wrong = async () => (await results()).filter(({ status }) => status !== 'ok');

  it('is well, and looks at the streams, the money and the advances', async () => {
    await until('all is well', async () => (await wrong()).length === 0);
    const own = ['event-store', 'money-conserved', 'advances-held'];
    expect((await results()).map(({ name }) => name)).toEqual(expect.arrayContaining(own));
  });

  it('fails where the event store is away, and says nothing of what can not be seen then', async () => {
    jest.spyOn(service.eventStore, 'head').mockRejectedValue(new Error('the store at 10.0.0.7 is away'));
    expect(await wrong()).toEqual([
      { name: 'event-store', status: 'failing', message: 'This could not be looked at.' },
    ]);
    expect((await results()).map(({ name }) => name)).not.toContain('money-conserved');
  });

  it('has a warning where an advance has been held for longer than a moment, and since when', async () => {
    const now = service.clock.system();
    const since = new Date(now.getTime() - healthChecks['advances-held'].above * 1_000);
    const [id, accountId, { dataSource }] = [newId(), newId(), service];
    const hold = (at: Date) =>
      storeProgress(dataSource, id, { held: { what: 'parked', since: at.toISOString(), cause: 'Ada Byron' } });
    // Nobody carries the advance out while the test has its lease.
    const scheduler = new TimerScheduler();
    const lease = new Lease({ dataSource, name: `advance of ${accountId}`, scheduler, log: silentLog });
    const hasRun = await lease.once(async () => {
      const advance = { id, accountId, begun: now, from: now, to: now, waitsForWebhooks: false, requestId: newId() };
      await dataSource.transaction((tx) =>
        addAdvance(tx, { ...advance, endsAs: { mode: 'frozen', banks: 'on-time' } }),
      );
      await hold(new Date(since.getTime() + 1));
      expect(await wrong()).toEqual([]);
      await hold(since);
      const message = '1 advance of a clock is held.';
      expect(await wrong()).toEqual([
        { name: 'advances-held', status: 'warning', since: since.toISOString(), message },
      ]);
      await dataSource.query('DELETE FROM clock_advances WHERE id = $1', [id]);
    }, new AbortController().signal);
    expect(hasRun).toBe(true);
  });

  it('fails where money does not add up', async () => {
    const [entryId, paymentId, at] = [newId(), newId(), new Date(0).toISOString()];
    const data = { entryId, amount: moneyToJson(usd(1n)), contra: transitOf(paymentId), at };
    const events = [{ id: newId(), type: 'CreditPosted', data }];
    await service.eventStore.append({ stream: balanceStream(newId()), expected: 'no-stream', events });
    await until('it is seen', async () => (await wrong()).length > 0);
    const message = 'The money of an account, or of all of them, does not add up.';
    expect(await wrong()).toEqual([{ name: 'money-conserved', status: 'failing', message }]);
  });
});
