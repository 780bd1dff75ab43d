import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DueWork } from '@halyard/background';
import { ref } from '@halyard/contracts';
import { quietAnswer, type QuietQuestion } from '@halyard/contracts/sandbox-clock';
import { DomainError, newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { factAnswer, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { termsOf } from '../../test/payments.js';
import { RETURNS, World } from '../../test/world.js';
import { paymentStream } from '../payment/payment.model.js';
import { PaymentProcess } from '../payment/payment.process.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';

describe('what transfers have under way in an account', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    // Recovery looks at the start, and then leaves what the tests begin alone.
    service = await startTestService(transfersService, { env: { RECOVERY_SWEEP_MS: '3600000' } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const ask = async (question: Partial<QuietQuestion> = {}, accountId = world.accountId) => {
    const path = `/internal/account-clocks/${accountId}/quiet-questions`;
    const body = { keys: [], deliveries: false, ...question };
    const answer = await service.call('POST', path, { principal: servicePrincipal('transfers'), body });
    if (answer.body.type !== 'fact') throw new Error(JSON.stringify(answer.body));
    return quietAnswer.parse(answer.body.fact);
  };
  const depositOf = (value: string) =>
    world.transfer(world.source(world.account, 'bank'), world.source(world.account, 'balance'), value);

  /** A payment whose process died once it had begun. @returns its id */
  const initiate = async (): Promise<string> => {
    const terms = { ...termsOf('deposit'), accountId: world.accountId };
    await service.get(EventStore).append({
      stream: paymentStream(terms.paymentId),
      expected: 'no-stream',
      events: [{ id: newId(), type: 'PaymentInitiated', data: terms }],
    });
    return terms.paymentId;
  };

  it('is nothing while legs only wait for their banks', async () => {
    await depositOf('1.00');
    expect((await ask()).waitingFor).toEqual([]);
  });

  it('is followed before it is named: one question names what was answered before', async () => {
    const id = await depositOf('1.00');
    expect((await ask({ written: {} })).written?.keys).toEqual([{ key: id, sequence: 1 }]);
  });

  it('is a list while read models are behind, and nothing is said of payments then', async () => {
    const { follower } = service.get(ReadModels);
    await follower.stop();
    await depositOf('1.00');
    expect((await ask()).waitingFor).toEqual([{ what: 'list', count: 1 }]);
    follower.start();
    expect((await ask()).waitingFor).toEqual([]);
  });

  it('is a payment that somebody has to drive on, of this account alone', async () => {
    const id = await initiate();
    expect((await ask()).waitingFor).toEqual([{ what: 'payment', count: 1, example: ref('payment', id) }]);
    expect((await ask({}, newId())).waitingFor).toEqual([]);
    await service.get(PaymentProcess).drive(id);
    expect((await ask()).waitingFor).toEqual([]);
  });

  it('is no payment that began later than the question is bound to', async () => {
    const { bound } = await ask();
    const id = await initiate();
    expect(await ask({ bound })).toMatchObject({ waitingFor: [], bound });
    expect((await ask()).waitingFor).toMatchObject([{ what: 'payment' }]);
    await service.get(PaymentProcess).drive(id);
  });

  it('is a hold of a payment that was refused, for every account, since the account is unknown', async () => {
    const id = newId();
    const sql =
      'INSERT INTO unfinished_payments (payment_id, touched, due, holds, awaited) VALUES ($1, 1, false, 1, 0)';
    await service.dataSource.query(sql, [id]);
    expect((await ask()).waitingFor).toEqual([{ what: 'payment', count: 1, example: ref('payment', id) }]);
    await service.dataSource.query('DELETE FROM unfinished_payments WHERE payment_id = $1', [id]);
  });

  it('is a simulation that was cut off, until it is finished', async () => {
    const { bound } = await ask();
    const bank = world.source(world.account, 'bank', { returns: { code: 'R03', isLate: false } });
    await world.transfer(bank, world.source(world.account, 'balance'), '4.00');
    service.services.answer(RETURNS.banks, new DomainError('ServiceUnavailable'));
    expect((await world.call('POST', '/sandbox-simulations')).status).toBe(503);
    service.services.answer(RETURNS.banks, factAnswer([]));
    expect((await ask()).waitingFor).toEqual([{ what: 'payment', count: 1 }]);
    expect((await ask({ bound })).waitingFor).toEqual([]);
    expect((await ask({}, newId())).waitingFor).toEqual([]);
    service.clock.advance(60_000);
    service.get(DueWork).wake();
    await until('it is finished', async () => (await ask()).waitingFor.length === 0);
  });

  it.each(['x', '1', '1 x'])('does not take %j for a bound', async (bound) => {
    await expect(ask({ bound })).rejects.toThrow('BadRequest');
  });
});
