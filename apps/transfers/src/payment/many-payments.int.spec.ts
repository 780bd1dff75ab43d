import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const PAYMENTS = 400;

describe('many payments at once between few balances, on streams in Postgres', () => {
  let service: TestService;
  let world: World;
  let balances: FundingSourceFact[];
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    world = new World(service);
    balances = [];
    for (let n = 0; n < 3; n += 1) balances.push(await world.fundedBalance(world.customer(), '100.00'));
  });
  afterAll(() => service.stop());

  it('move what is there and no more, and are all found afterwards', async () => {
    const answers = await Promise.all(
      Array.from({ length: PAYMENTS }, async (_, n) => {
        const [from, to] = [balances[n % 3], balances[(n * 7 + 1) % 3]];
        if (!from || !to || from === to) return undefined;
        const answer = await world.post(from, to, `${(n % 40) + 1}.00`);
        return { from, to, dollars: (n % 40) + 1, answer };
      }),
    );
    const expected = new Map(balances.map(({ fundingSourceId }) => [fundingSourceId, 100]));
    const add = ({ fundingSourceId }: FundingSourceFact, dollars: number) =>
      expected.set(fundingSourceId, (expected.get(fundingSourceId) ?? 0) + dollars);
    let accepted = 0;
    let refused = 0;
    for (const { from, to, dollars, answer } of answers.filter((one) => one !== undefined)) {
      if (answer.status === 201) {
        accepted += 1;
        add(from, -dollars);
        add(to, dollars);
      } else {
        refused += 1;
        expect(answer.body).toMatchObject({ faults: [{ code: 'InsufficientFunds' }] });
      }
    }
    expect([accepted > 0, refused > 0]).toEqual([true, true]);

    for (const balance of balances) {
      const left = `${expected.get(balance.fundingSourceId)}.00`;
      expect(await world.balanceOf(balance)).toEqual([left, left]);
    }
    const lists = await Promise.all(
      balances.map(({ ownerId }) => world.call('GET', `/customers/${ownerId}/transfers`)),
    );
    const total = lists.reduce((sum, { body }) => sum + (body.document === 'collection' ? body.total : 0), 0);
    expect(total).toBe(3 + 2 * accepted);
    expect((await world.call('GET', '/ledger/trial-balance')).body).toMatchObject({
      attributes: { balanced: true, unsettledPayments: 0, postedBalances: { value: '300.00' } },
    });
  });
});
