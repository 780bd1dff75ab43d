import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { moneyToJson, newId, usd } from '@halyard/core';
import { Metrics } from '@halyard/observability';
import {
  applicationPrincipal,
  factAnswer,
  servicePrincipal,
  startTestService,
  type TestService,
} from '@halyard/testing';
import { rebuildBeside } from '../../../test/rebuild.js';
import { World } from '../../../test/world.js';
import { balanceStream } from '../../balance/balance.model.js';
import { transitOf } from '../../payment/chart-of-accounts.js';
import { ReadModels } from '../../projection/read-models.js';
import { transfersService } from '../../transfers.module.js';

const money = (value: string) => ({ value, currency: 'USD' });
const cents = (shown: unknown): number => {
  if (typeof shown !== 'object' || shown === null || !('value' in shown)) throw new Error(JSON.stringify(shown));
  return Math.round(Number(shown.value) * 100);
};

describe('conservation of money', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const resourceOf = async (answer: ReturnType<World['call']>): Promise<ResourceAnswer['attributes']> => {
    const { body } = await answer;
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes;
  };
  const ofAccount = (by = world) => resourceOf(by.call('GET', `/accounts/${by.accountId}/conservation`));
  const ofAll = () => resourceOf(service.call('GET', '/conservation', { principal: servicePrincipal('gateway') }));
  const gauge = async () => {
    const scraped = await service.get(Metrics).registry.metrics();
    return /^halyard_conservation_balanced (\d)$/m.exec(scraped)?.[1];
  };
  /** A credit that no payment made, in the name of one. */
  const forge = async (paymentId: string) => {
    const data = {
      entryId: newId(),
      amount: moneyToJson(usd(1n)),
      contra: transitOf(paymentId),
      at: new Date(0).toISOString(),
    };
    const events = [{ id: newId(), type: 'CreditPosted', data }];
    await service.eventStore.append({ stream: balanceStream(newId()), expected: 'no-stream', events });
  };

  it('is what is posted and under way, and what came from banks less what went there', async () => {
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    await world.transfer(balance, bank, '10.00');
    await world.simulate();
    await world.transfer(balance, bank, '20.00');
    await world.transfer(balance, world.source(world.customer(), 'balance'), '5.00');
    const before = await ofAccount();
    expect(before).toMatchObject({
      balanced: true,
      postedBalances: money('70.00'),
      inTransit: money('20.00'),
      fromBanks: money('100.00'),
      toBanks: money('10.00'),
      unsettledPayments: 0,
    });
    expect(before['firstUnbalanced']).toBeUndefined();
    const other = new World(service);
    await other.fundedBalance(other.customer(), '40.00');
    const { events: later, now: _now, ...same } = await ofAccount();
    const { events: earlier, now: _then, ...sums } = before;
    expect(same).toEqual(sums);
    expect(Number(later)).toBeGreaterThan(Number(earlier));
    await rebuildBeside(service, service.get(ReadModels).ledger);
    expect(await ofAccount()).toMatchObject({ ...sums, events: later });
  });

  it("shows the sum of the balances that are seen, whatever the installation's micro-deposits paid and got back", async () => {
    await world.fundedBalance(world.customer(), '10.00');
    service.services.answer('POST /internal/micro-deposits/ends', factAnswer(null));
    const customer = world.customer();
    const microDeposits = async (over: Partial<FundingSourceFact> = {}): Promise<void> => {
      const { fundingSourceId } = world.source(customer, 'bank', { status: 'unverified', ...over });
      const owner = { accountId: world.accountId, ownerKind: 'customer', ownerId: customer.partyId };
      const at = service.clock.system().toISOString();
      const { status } = await service.call('PUT', `/internal/micro-deposits/${newId()}`, {
        principal: servicePrincipal('funding-sources'),
        body: { ...owner, fundingSourceId, amountsMinor: ['3', '7'], at },
      });
      expect(status).toBe(200);
    };
    const add = async (inTransit: string) => {
      const sums = await ofAccount();
      expect(sums).toMatchObject({ balanced: true, postedBalances: money('10.00'), inTransit: money(inTransit) });
      const [from, to] = ['fromBanks', 'toBanks'].map((side) => cents(sums[side]));
      expect(1_000 + cents(sums['inTransit'])).toBe((from ?? 0) - (to ?? 0));
    };
    await microDeposits();
    await add('0.10');
    await world.simulate();
    await add('0.00');
    await microDeposits({ returns: { code: 'R03', isLate: false } });
    await add('0.10');
    await world.simulate();
    await add('0.00');
    await microDeposits({ returns: { code: 'R01', isLate: true } });
    await world.simulate();
    await world.simulate();
    await add('0.00');
    await rebuildBeside(service, service.get(ReadModels).ledger);
    await add('0.00');
  });

  it('counts what a bank takes back of a payment that the ledger has forgotten for its account', async () => {
    const bank = world.source(world.customer(), 'bank', { returns: { code: 'R01', isLate: true } });
    await world.transfer(bank, world.source(world.account, 'balance'), '8.00');
    await world.simulate();
    expect(await ofAccount()).toMatchObject({ balanced: true, fromBanks: money('8.00'), toBanks: money('0.00') });
    await world.simulate();
    expect(await ofAccount()).toMatchObject({
      ...{ balanced: true, postedBalances: money('0.00'), inTransit: money('0.00') },
      ...{ fromBanks: money('8.00'), toBanks: money('8.00') },
    });
  });

  it('is of nobody else: another account, or none, is not found', async () => {
    const other = new World(service);
    expect((await world.call('GET', `/accounts/${other.accountId}/conservation`)).status).toBe(404);
    const tenant = { principal: applicationPrincipal({ accountId: world.accountId, scopes: ['transactions'] }) };
    const operated = `/operations/accounts/${world.accountId}/conservation`;
    expect((await service.call('GET', operated, tenant)).status).toBe(403);
    const operator = applicationPrincipal({ scopes: ['operator'] });
    const asOperator = (id: string) =>
      service.call('GET', `/operations/accounts/${id}/conservation`, { principal: operator });
    expect((await asOperator(newId())).status).toBe(404);
    await world.fundedBalance(world.account, '3.00');
    const { now: _, events: __, ...own } = await ofAccount();
    expect(await resourceOf(asOperator(world.accountId))).toMatchObject(own);
  });

  it('is said of all accounts without any amount', async () => {
    const before = service.clock.system().toISOString();
    await world.fundedBalance(world.account, '1.00');
    expect(await gauge()).toBe('1');
    const { asOf, lagSeconds, ...rest } = await ofAll();
    expect(rest).toEqual({ balanced: true });
    expect(typeof asOf === 'string' && asOf >= before).toBe(true);
    expect(lagSeconds).toBeGreaterThanOrEqual(0);
  });

  it('fails, naming the first payment, when money was posted twice; and nothing stops', async () => {
    const balance = await world.fundedBalance(world.account, '9.00');
    const to = world.source(world.customer(), 'balance');
    const [first, second] = [await world.transfer(balance, to, '1.00'), await world.transfer(balance, to, '1.00')];
    await forge(second);
    await forge(first);
    expect(await ofAccount()).toMatchObject({
      balanced: false,
      unsettledPayments: 2,
      firstUnbalanced: { href: `/payments/${first}` },
    });
    expect([await ofAll(), await gauge()]).toMatchObject([{ balanced: false }, '0']);
    const innocent = new World(service);
    await innocent.fundedBalance(innocent.account, '2.00');
    expect(await ofAccount(innocent)).toMatchObject({ balanced: true, postedBalances: money('2.00') });
    expect((await world.post(balance, to, '1.00')).status).toBe(201);
  });

  it('fails when a row of the ledger was forged, though two of them add up together', async () => {
    const [one, two] = [world, new World(service)];
    for (const each of [one, two]) {
      await each.fundedBalance(each.account, '5.00');
      expect(await ofAccount(each)).toMatchObject({ balanced: true });
    }
    const sql = 'UPDATE ledger_balances SET posted_minor = posted_minor + $1 WHERE account_id = $2';
    await service.dataSource.query(sql, [100, one.accountId]);
    await service.dataSource.query(sql, [-100, two.accountId]);
    for (const each of [one, two]) expect(await ofAccount(each)).toMatchObject({ balanced: false });
    expect(await gauge()).toBe('0');
  });
});
