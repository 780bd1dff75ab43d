import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moneyToJson, newId, usd } from '@halyard/core';
import { Metrics } from '@halyard/observability';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { balanceStream } from '../../balance/balance.model.js';
import { rebuildBeside } from '../../../test/rebuild.js';
import { ReadModels } from '../../projection/read-models.js';
import { transfersService } from '../../transfers.module.js';
import { transitOf } from '../../payment/chart-of-accounts.js';

describe('GET /ledger/trial-balance', () => {
  let service: TestService;
  let world: World;
  let transferId: string;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    await world.transfer(balance, bank, '10.00');
    await world.simulate();
    await world.transfer(balance, bank, '20.00');
    await world.transfer(bank, balance, '7.00');
    const other = new World(service);
    transferId = await world.transfer(balance, world.source(world.customer(), 'balance'), '5.00');
    await other.fundedBalance(other.customer(), '40.00');
    await world.post(balance, world.source(world.customer(), 'balance'), '1000.00');
  });
  afterAll(() => service.stop());

  const trialBalance = async () => {
    const { body } = await world.call('GET', '/ledger/trial-balance');
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes;
  };
  const money = (value: string) => ({ value, currency: 'USD' });
  const balanced = {
    balanced: true,
    unsettledPayments: 0,
    postedBalances: money('110.00'),
    paymentsInTransit: money('20.00'),
    bankClearingIn: money('140.00'),
    bankClearingOut: money('10.00'),
    paymentsIn: money('140.00'),
    paymentsOut: money('10.00'),
  };

  it('shows each class of account over all accounts, and that they balance', async () =>
    expect(await trialBalance()).toEqual(balanced));

  it('keeps no payment that has ended or was refused', async () => {
    const sql = `SELECT minor FROM ledger_payments, jsonb_each_text(open_legs) AS leg (id, minor) ORDER BY minor::bigint`;
    const rows = await service.dataSource.query<{ minor: string }[]>(sql);
    expect(rows.map(({ minor }) => minor.startsWith('-'))).toEqual([true, false]);
  });

  it('is for operators alone', async () => {
    const call = (principal: ReturnType<typeof applicationPrincipal>) =>
      service.call('GET', '/ledger/trial-balance', { principal });
    expect((await call(applicationPrincipal({ scopes: ['transactions', 'funding'] }))).status).toBe(403);
    expect((await call(applicationPrincipal({ scopes: ['operator'] }))).status).toBe(200);
  });

  it('is the same when it is built again from the streams', async () => {
    const tables = ['ledger_balances', 'ledger_payments', 'ledger_totals'];
    const rows = () =>
      Promise.all(tables.map((table) => service.dataSource.query(`SELECT * FROM ${table} ORDER BY 1`)));
    const before = await rows();
    await rebuildBeside(service, service.get(ReadModels).ledger);
    expect(await trialBalance()).toEqual(balanced);
    expect(await rows()).toEqual(before);
  });

  it('is a metric too', async () => {
    const scraped = await service.get(Metrics).registry.metrics();
    expect(scraped).toMatch(/^halyard_ledger_balanced 1$/m);
  });

  it('shows money that was posted twice', async () => {
    const stream = balanceStream(newId());
    const data = {
      entryId: newId(),
      amount: moneyToJson(usd(1n)),
      contra: transitOf(transferId),
      at: new Date(0).toISOString(),
    };
    await service.eventStore.append({
      stream,
      expected: 'no-stream',
      events: [{ id: newId(), type: 'CreditPosted', data }],
    });
    expect(await trialBalance()).toMatchObject({
      balanced: false,
      unsettledPayments: 1,
      postedBalances: money('110.01'),
      paymentsInTransit: money('19.99'),
    });
    const registry = service.get(Metrics).registry;
    expect(await registry.metrics()).toMatch(/^halyard_ledger_balanced 0$/m);
    expect(await registry.metrics()).toMatch(/^halyard_ledger_cents\{account="postedBalances"\} 11001$/m);
  });
});
