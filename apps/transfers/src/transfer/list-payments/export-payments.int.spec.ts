import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferRoutes } from '@halyard/contracts/transfers';
import type { PartyFact } from '@halyard/contracts/parties';
import { Bytes } from '@halyard/http';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

type Query = Readonly<Record<string, string>>;

const { orBytes } = transferRoutes.listPayments;
if (!orBytes) throw new Error('the route gives no bytes');

describe('GET /payments as CSV', () => {
  let service: TestService;
  let world: World;
  let bob: PartyFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    const ada = world.customer();
    bob = world.customer();
    const [bank, balance] = [world.source(ada, 'bank'), await world.fundedBalance(ada, '100.00')];
    const fees = ['0.25', '1.00'].map((value) => ({
      _links: { 'charge-to': { href: `https://api.example/customers/${ada.partyId}` } },
      amount: { value, currency: 'USD' },
    }));
    await world.transfer(balance, world.source(bob, 'balance'), '3.00', { fees, correlationId: '-order' });
    await world.transfer(bank, world.source(bob, 'bank'), '7.00');
    await world.transfer(bank, balance, '8.00');
    await world.simulate();
    service.services.answer('POST /internal/customers/searches', () => factAnswer({ ids: [bob.partyId] }));
  });
  afterAll(() => service.stop());

  const asked = (query: Query = {}, of = world) =>
    service.exchange(orBytes, '/payments', { principal: of.principal, query, headers: { accept: 'text/csv' } });
  async function linesOf(query?: Query, of = world): Promise<string[]> {
    const answer = await asked(query, of);
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return (await text(answer.body)).split('\r\n').slice(0, -1);
  }
  const idsOf = (lines: readonly string[]): string[] => lines.slice(1).flatMap((line) => line.split(',', 1));

  /** The ids of the transfers of the payments that the list shows, each payment's transfers before its fees. */
  async function listed(query: Query = {}): Promise<string[]> {
    const { body } = await world.call('GET', '/payments', { query: { ...query, limit: '200' } });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.flatMap(({ embedded = {} }) =>
      ['transfers', 'fees'].flatMap((name) => embedded[name] ?? []).map(({ id }) => id),
    );
  }

  it('has the rows that the transfers have in the file of all transfers', async () => {
    const answer = await asked();
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    expect(answer.headers).toEqual({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="transfers.csv"',
    });
    const lines = (await text(answer.body)).split('\r\n').slice(0, -1);
    const all = await service.exchange(orBytes, '/transfers', {
      principal: world.principal,
      headers: { accept: 'text/csv' },
    });
    if (!(all instanceof Bytes)) throw new Error(JSON.stringify(all));
    const [header, ...rows] = (await text(all.body)).split('\r\n').slice(0, -1);
    expect([lines[0], lines.slice(1).sort()]).toEqual([header, rows.sort()]);
    expect(lines.filter((line) => line.includes(',1.25,') && line.endsWith(",'-order"))).toHaveLength(1);
  });

  it.each<Query>([{}, { status: 'pending' }, { startAmount: '3', endAmount: '3' }, { search: 'bob' }])(
    'has each transfer of the payments that match %j, in the order of the list',
    async (query) => {
      const expected = await listed(query);
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(await linesOf(query))).toEqual(expected);
    },
  );

  it('has all transfers of a payment of which a filter matches one', async () => {
    expect(idsOf(await linesOf({ customerId: bob.partyId }))).toEqual(await listed({ customerId: bob.partyId }));
    expect(await linesOf({ customerId: bob.partyId })).toHaveLength(1 + 3 + 3);
  });

  it('refuses pages, and filters as the list does', async () => {
    const refused = async (query: Query) => {
      const answer = await asked(query);
      return answer instanceof Bytes ? 'bytes' : faultsOf(answer);
    };
    expect(await refused({ limit: '10', offset: '0' })).toEqual([
      'NotAllowed /query/limit',
      'NotAllowed /query/offset',
    ]);
    expect(await refused({ status: 'open' })).toEqual(['Invalid /query/status']);
  });

  it('has only the header for others, and every payment of a long list once', async () => {
    const crowd = new World(service);
    expect(await linesOf({}, crowd)).toHaveLength(1);
    const from = await crowd.fundedBalance(crowd.account, '500.00');
    const to = crowd.source(crowd.customer(), 'balance');
    for (let n = 0; n < 120; n += 1) await crowd.transfer(from, to, '1.00');
    const ids = idsOf(await linesOf({}, crowd));
    expect([ids.length, new Set(ids).size]).toEqual([121, 121]);
  });
});
