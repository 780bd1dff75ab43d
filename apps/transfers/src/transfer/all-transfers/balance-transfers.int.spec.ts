import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import { balanceIdOf, type FundingSourceFact, fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { Bytes } from '@halyard/http';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { counts } from '@halyard/testing/counts';
import fc from 'fast-check';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

/** A transfer, by the places of its ends in the list of sources, or something that happens to those made so far. */
type Happening =
  | { readonly from: number; readonly to: number; readonly dollars: number; readonly fee?: 'sender' | 'receiver' }
  | 'simulate'
  | 'cancel the last';

const SOURCES = 11;
const place = fc.integer({ min: 0, max: SOURCES - 1 });
const happenings = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        from: place,
        to: place,
        dollars: fc.integer({ min: 2, max: 30 }),
        fee: fc.option(fc.constantFrom('sender' as const, 'receiver' as const), { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.constant('simulate' as const) },
    { weight: 1, arbitrary: fc.constant('cancel the last' as const) },
  ),
  { minLength: 12, maxLength: 24 },
);

describe('the transfers of a balance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());

  async function listOf(
    world: World,
    { fundingSourceId }: FundingSourceFact,
    query: Readonly<Record<string, string>> = {},
  ): Promise<CollectionAnswer> {
    const { body } = await world.call('GET', '/transfers', { query: { fundingSourceId, limit: '200', ...query } });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  }
  const idsOf = ({ items }: CollectionAnswer): string[] => items.map(({ id }) => id);

  /** The transfers of the postings of its statement. */
  async function posted(world: World, { fundingSourceId }: FundingSourceFact): Promise<string[]> {
    service.clock.advance(1);
    const answer = await service.exchange(
      fundingSourceRoutes.getStatement,
      `/funding-sources/${fundingSourceId}/statement`,
      {
        principal: world.principal,
        headers: { accept: 'application/hal+json' },
      },
    );
    if (answer instanceof Bytes || answer.body.type !== 'resource') throw new Error(JSON.stringify(answer));
    const postings = answer.body.attributes['postings'] as readonly { readonly transfer: { readonly href: string } }[];
    return postings.map(({ transfer }) => transfer.href.slice('/transfers/'.length));
  }

  const balanceOf = (world: World, party: PartyFact) =>
    world.source(party, 'balance', { fundingSourceId: balanceIdOf(party.partyId) });

  it('are a deposit, a withdrawal, and both legs of a payment that passes through it', async () => {
    const world = new World(service);
    const [ada, bob] = [world.customer(), world.customer()];
    const [adas, bobs] = [balanceOf(world, ada), balanceOf(world, bob)];
    const [adasBank, bobsBank] = [world.source(ada, 'bank'), world.source(bob, 'bank')];
    const deposit = await world.transfer(adasBank, adas, '900.00');
    await world.simulate();
    const withdrawal = await world.transfer(adas, adasBank, '100.00');
    const toBank = await world.transfer(adas, bobsBank, '50.00');
    const bankToBank = await world.transfer(adasBank, bobsBank, '25.00');
    await world.simulate();
    await world.simulate();
    expect(idsOf(await listOf(world, adas))).toEqual(expect.arrayContaining([deposit, withdrawal, toBank]));
    const through = idsOf(await listOf(world, bobs));
    expect(through).toEqual(expect.arrayContaining([toBank, bankToBank]));
    expect(through).toHaveLength(4);
    expect(new Set(await posted(world, bobs))).toEqual(new Set(through));
  });

  it('are filtered and paged like any others', async () => {
    const world = new World(service);
    const ada = world.customer();
    const adas = balanceOf(world, ada);
    const bank = world.source(ada, 'bank');
    for (const dollars of ['1.00', '2.00', '3.00']) await world.transfer(bank, adas, dollars);
    const whole = await listOf(world, adas);
    expect(whole).toMatchObject({ total: 3 });
    expect(idsOf(await listOf(world, adas, { limit: '2', offset: '1' }))).toEqual(idsOf(whole).slice(1));
    expect(await listOf(world, adas, { startAmount: '2' })).toMatchObject({ total: 2 });
    expect(await listOf(world, adas, { customerId: ada.partyId, status: 'pending' })).toMatchObject({ total: 3 });
    expect(await listOf(world, adas, { search: ada.partyId })).toMatchObject({ total: 3 });
  });

  it('have the transfer of each posting of its statement, whatever happened', () =>
    fc.assert(
      fc.asyncProperty(happenings, async (program) => {
        const world = new World(service);
        service.services.answer('POST /internal/customers/searches', () => factAnswer({ ids: [] }));
        const holders = [world.account, world.customer(), world.customer()];
        const plain = world.customer({ status: 'unverified' });
        const balances = holders.map((party) => balanceOf(world, party));
        const returning = { returns: { code: 'R01', isLate: true } } as const;
        const sources = [
          ...balances,
          ...[...holders, plain].map((party) => world.source(party, 'bank')),
          ...[...holders, plain].map((party, nth) =>
            world.source(party, 'bank', nth % 2 ? returning : { returns: { code: 'R03', isLate: false } }),
          ),
        ];
        const [, , , firstBank] = sources;
        for (const balance of balances) {
          const own = sources.find(({ ownerId, type }) => ownerId === balance.ownerId && type === 'bank');
          await world.transfer(own ?? firstBank ?? balance, balance, '200.00');
        }
        await world.simulate();
        let last: string | undefined;
        for (const happening of program) {
          if (happening === 'simulate') await world.simulate();
          else if (happening === 'cancel the last') {
            if (last) await world.call('POST', `/transfers/${last}`, { body: { status: 'cancelled' } });
          } else last = await paid(world, sources, happening);
        }
        for (let n = 0; n < 3; n += 1) await world.simulate();
        for (const balance of balances) {
          const listed = new Set(idsOf(await listOf(world, balance)));
          expect((await posted(world, balance)).filter((id) => !listed.has(id))).toEqual([]);
        }
      }),
      { numRuns: counts.payments.balances },
    ));

  /** @returns undefined where it was refused */
  async function paid(
    world: World,
    sources: readonly FundingSourceFact[],
    { from, to, dollars, fee }: Exclude<Happening, string>,
  ): Promise<string | undefined> {
    const [source, destination] = [sources[from], sources[to]];
    if (!source || !destination) return undefined;
    const payer = fee === 'sender' ? source : destination;
    const href = `https://api.example/${payer.ownerKind}s/${payer.ownerId}`;
    const fees = [{ _links: { 'charge-to': { href } }, amount: { value: '1.00', currency: 'USD' } }];
    const { body } = await world.post(source, destination, `${dollars}.00`, fee ? { fees } : {});
    return body.type === 'created' ? body.resource.id : undefined;
  }
});
