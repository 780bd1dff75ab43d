import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const PAYMENTS = 400;
const AT_ONCE = 64;
const DOLLARS = 30;

describe('many payments at once between few balances, on streams in Postgres', () => {
  let service: TestService;
  let world: World;
  let balances: FundingSourceFact[];
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    world = new World(service);
    balances = [];
    for (let n = 0; n < 3; n += 1) balances.push(await world.fundedBalance(world.customer(), `${DOLLARS}.00`));
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
    const expected = new Map(balances.map(({ fundingSourceId }) => [fundingSourceId, DOLLARS]));
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
    const total = lists.reduce((sum, { body }) => sum + (body.type === 'collection' ? body.total : 0), 0);
    expect(total).toBe(3 + 2 * accepted);
    expect((await world.call('GET', '/ledger/trial-balance')).body).toMatchObject({
      attributes: { balanced: true, unsettledPayments: 0, postedBalances: { value: `${3 * DOLLARS}.00` } },
    });
  });

  describe(`${AT_ONCE} at once, to two processes, that are together more than may be`, () => {
    let other: TestService;
    beforeAll(async () => {
      other = await startTestService(transfersService, { streams: 'postgres', beside: service });
    });
    afterAll(() => other.stop());

    /** How many were created; of the others, why not. */
    const postAll = async (...[from, to, value]: Parameters<World['post']>) => {
      const worlds = [world, world.in(other)];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => worlds[n % 2]?.post(from, to, value) ?? Promise.reject(new Error())),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      return { created: AT_ONCE - refused.length, faults: new Set(refused.flatMap(faultsOf)) };
    };

    it('stand as often as they would in a row, up to the balance', async () => {
      const from = await world.fundedBalance(world.customer(), '100.00');
      const to = world.source(world.account, 'balance');
      const { created, faults } = await postAll(from, to, '3.00');
      expect([created, [...faults]]).toEqual([33, ['InsufficientFunds /_links/source/href']]);
      expect(await world.balanceOf(from)).toEqual(['1.00', '1.00']);
      expect(await world.in(other).balanceOf(to)).toEqual(['99.00', '99.00']);
    });

    it('stand as often as they would in a row, up to the weekly limit', async () => {
      const sender = world.customer({ type: 'unverified', status: 'unverified' });
      const to = world.source(world.account, 'balance', { fundingSourceId: newId() });
      const { created, faults } = await postAll(world.source(sender, 'bank'), to, '300.00');
      expect([created, [...faults]]).toEqual([16, ['Restricted /_links/source/href']]);
      expect((await world.call('GET', `/customers/${sender.partyId}/limits`)).body).toMatchObject({
        attributes: { weekly: { used: { value: '4800.00' } } },
      });
    });
  });
});
