import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { type CorrectionCode, correctionCodes, DomainError, newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { noWebhooks } from '../../test/account-clock.js';
import { BehavingWorld, CORRECTIONS } from '../../test/behaving-world.js';
import { World } from '../../test/world.js';
import { PaymentProcess } from '../payment/payment.process.js';
import { transfersService } from '../transfers.module.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';
const ALL = {
  routingNumber: '222222226',
  accountNumber: '9876543210',
  bankAccountType: 'savings',
  name: 'Jane Doe',
  individualId: 'I1234567',
} as const;

describe('GET /transfers/{id}/corrections', () => {
  let service: TestService;
  let world: BehavingWorld;
  let bank: FundingSourceFact;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService, { services: noWebhooks });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = new BehavingWorld(service);
    bank = world.source(world.account, 'bank');
    balance = world.source(world.account, 'balance');
    await world.stepTo(MONDAY, { banks: 'on-request' });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const correctedOf = (code: CorrectionCode) =>
    Object.fromEntries(correctionCodes[code].corrects.map((part) => [part, ALL[part]]));
  const behave = (code: CorrectionCode) => {
    const corrected = correctedOf(code);
    const then = { correct: code, ...(Object.keys(corrected).length > 0 && { corrected }) };
    return world.behave({ rules: [{ name: 'noc', then }] });
  };
  const isLinked = async (id: string) => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' && body.links['corrections'] !== undefined;
  };

  const shown: Readonly<Record<CorrectionCode, object>> = {
    C01: { accountNumber: '****3210' },
    C02: { routingNumber: '222222226' },
    C03: { routingNumber: '222222226', accountNumber: '****3210' },
    C04: { name: true },
    C05: { bankAccountType: 'savings' },
    C06: { accountNumber: '****3210', bankAccountType: 'savings' },
    C07: { routingNumber: '222222226', accountNumber: '****3210', bankAccountType: 'savings' },
    C09: {},
    C13: {},
  };
  const isShownAlone = (code: CorrectionCode) => ['C04', 'C09', 'C13'].includes(code);

  it.each(Object.keys(shown) as CorrectionCode[])(
    'says what %s corrected, and whether it changed the bank',
    async (code) => {
      await behave(code);
      const id = await world.transfer(bank, balance, '5.00');
      expect([await isLinked(id), await world.correctionsOf(id)]).toEqual([false, []]);
      expect(await world.simulated()).toEqual({ [id]: 'corrected' });
      const { title } = correctionCodes[code];
      const applied = !isShownAlone(code);
      expect(await world.correctionsOf(id)).toEqual([
        { code, title, received: MONDAY, corrected: shown[code], applied },
      ]);
      expect(await isLinked(id)).toBe(true);
      const { fundingSourceId } = bank;
      const told = { fundingSourceId, correctionId: expect.anything(), code, corrected: correctedOf(code) };
      expect(world.corrections).toEqual(applied ? [told] : []);
      expect(await world.statusOf(id)).toBe('processed');
    },
  );

  it('says that the owner of the bank has not changed it', async () => {
    world.isApplied = false;
    await behave('C02');
    const id = await world.transfer(bank, balance, '5.00');
    await world.simulated();
    expect(await world.correctionsOf(id)).toMatchObject([{ code: 'C02', applied: false }]);
  });

  it('is there for nobody else', async () => {
    const id = await world.transfer(bank, balance, '5.00');
    expect((await new World(service).call('GET', `/transfers/${id}/corrections`)).status).toBe(404);
    expect((await world.call('GET', `/transfers/${newId()}/corrections`)).status).toBe(404);
  });

  it('has nothing twice if the process dies after the bank was changed', async () => {
    await behave('C01');
    const id = await world.transfer(bank, balance, '5.00');
    const operationId = newId();
    const process = service.get(PaymentProcess);
    const real = process.bank.bind(process);
    jest.spyOn(process, 'bank').mockImplementation((paymentId, commands, metadata) => {
      if (commands.some(({ type }) => type === 'CorrectLeg')) throw new Error('it died');
      return real(paymentId, commands, metadata);
    });
    expect((await world.call('POST', '/sandbox-simulations', { operationId })).status).toBe(500);
    jest.restoreAllMocks();
    expect(await world.correctionsOf(id)).toEqual([]);
    await world.behave({});
    expect(await world.simulated({ operationId })).toEqual({ [id]: 'corrected' });
    expect(await world.simulated({ operationId })).toEqual({ [id]: 'corrected' });
    expect(await world.correctionsOf(id)).toMatchObject([{ code: 'C01', applied: true }]);
    expect(new Set(world.corrections.map(({ correctionId }) => correctionId)).size).toBe(1);
    expect(await world.balanceOf(balance)).toEqual(['5.00', '5.00']);
  });

  it('waits for the owner of the bank', async () => {
    await behave('C01');
    const id = await world.transfer(bank, balance, '5.00');
    const operationId = newId();
    service.services.answer(CORRECTIONS, new DomainError('ServiceUnavailable'));
    expect((await world.call('POST', '/sandbox-simulations', { operationId })).status).toBe(503);
    expect(await world.correctionsOf(id)).toEqual([]);
  });

  it('keeps no whole number and no name in the payment or in its transfer', async () => {
    await behave('C07');
    const id = await world.transfer(bank, balance, '5.00');
    await world.simulated();
    const rows = await service.dataSource.query<unknown[]>(
      `SELECT (SELECT json_agg(simulations) FROM simulations WHERE account_id = $1),
         (SELECT json_agg(transfers) FROM transfers WHERE id = $2)`,
      [world.accountId, id],
    );
    expect(JSON.stringify(rows)).not.toContain(ALL.accountNumber);
    expect(JSON.stringify(await world.story(id))).not.toContain(ALL.accountNumber);
  });
});
