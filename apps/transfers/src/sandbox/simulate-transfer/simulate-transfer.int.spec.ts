import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

type Kind = 'bank' | 'balance';
const own: readonly (readonly [Kind, Kind])[] = [
  ['bank', 'balance'],
  ['balance', 'bank'],
];
const between: typeof own = [...own, ['bank', 'bank'], ['balance', 'balance']];
const wishes = [{ action: 'process' }, { action: 'fail', code: 'R01' }];

describe('the link to the simulation of a transfer', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  const isOffered = async (id: string): Promise<boolean> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' && body.links['simulate'] !== undefined;
  };
  const simulate = (id: string, body: object) => world.call('POST', `/transfers/${id}/simulation`, { body });

  /** All transfers of a payment, its fees too. */
  async function legsOf(id: string): Promise<readonly string[]> {
    const { body } = await world.call('GET', `/payments/${id}`);
    const { transfers = [], fees = [] } = (body.type === 'resource' && body.embedded) || {};
    return [...transfers, ...fees].map((leg) => leg.id);
  }

  async function paid([from, to]: readonly [Kind, Kind], isOwn: boolean): Promise<string> {
    const [sender, receiver] = [world.customer(), world.customer()];
    const source = from === 'balance' ? await world.fundedBalance(sender, '20.00') : world.source(sender, 'bank');
    const destination = world.source(isOwn ? sender : receiver, to);
    const charged = { _links: { 'charge-to': { href: `/customers/${sender.partyId}` } } };
    const fees = isOwn ? [] : [{ ...charged, amount: { value: '1.00', currency: 'USD' } }];
    return world.transfer(source, destination, '5.00', { fees });
  }

  const cases = [...own.map((ends) => [ends, true] as const), ...between.map((ends) => [ends, false] as const)].flatMap(
    ([ends, isOwn]) =>
      wishes.map((wish) => ({ flow: `${ends.join(' to ')}${isOwn ? ', own' : ''}`, ends, isOwn, wish })),
  );

  it.each(cases)('is there exactly while it can be asked for: $flow, $wish.action', async ({ ends, isOwn, wish }) => {
    // Each round asks a leg that has not been asked, of a payment that is as far as the round.
    const rounds = 4;
    for (let round = 0; round < rounds; round += 1) {
      const legs = (await legsOf(await paid(ends, isOwn))).length;
      for (let place = 0; place < legs; place += 1) {
        const id = await paid(ends, isOwn);
        for (let step = 0; step < round; step += 1) await world.simulate();
        const leg = (await legsOf(id))[place] ?? id;
        const offered = await isOffered(leg);
        const answer = await simulate(leg, wish);
        expect([round, place, answer.status]).toEqual([round, place, offered ? 200 : 400]);
        if (!offered) expect(faultsOf(answer)).toEqual(['NotAllowed /action']);
      }
    }
  });

  it('is not there for another account', async () => {
    const id = await paid(['bank', 'balance'], true);
    const stranger = new World(service);
    const answer = await stranger.call('POST', `/transfers/${id}/simulation`, {
      body: wishes[0],
      operationId: newId(),
    });
    expect(answer.status).toBe(404);
  });
});
