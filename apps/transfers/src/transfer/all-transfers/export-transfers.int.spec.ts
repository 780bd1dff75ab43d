import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

type Query = Readonly<Record<string, string>>;

const { orBytes } = transferRoutes.listTransfers;
if (!orBytes) throw new Error('the route gives no bytes');

describe('GET /transfers as CSV', () => {
  let service: TestService;
  let world: World;
  let ada: PartyFact;
  let bob: PartyFact;
  let adasBank: FundingSourceFact;
  let adas: FundingSourceFact;
  let bobsBank: FundingSourceFact;
  let paid: string;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    [ada, bob] = [world.customer(), world.customer()];
    adasBank = world.source(ada, 'bank');
    adas = world.source(ada, 'balance');
    bobsBank = world.source(bob, 'bank');
    await world.transfer(adasBank, adas, '100.00', { correlationId: '-opening' });
    service.clock.advance(1_000);
    await world.simulate();
    const charged = { 'charge-to': { href: `https://api.example/customers/${ada.partyId}` } };
    const fees = ['0.25', '1.00'].map((value) => ({ _links: charged, amount: { value, currency: 'USD' } }));
    paid = await world.transfer(adas, world.source(bob, 'balance'), '3.00', { fees });
    await world.transfer(adasBank, bobsBank, '7.00');
  });
  afterAll(() => service.stop());

  const asked = (query: Query = {}, of = world) =>
    service.exchange(orBytes, '/transfers', { principal: of.principal, query, headers: { accept: 'text/csv' } });
  async function csv(query?: Query, of = world): Promise<string> {
    const answer = await asked(query, of);
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return text(answer.body);
  }
  const rowsOf = (content: string): string[][] =>
    content
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(','));
  const listed = async (query: Query = {}, of = world): Promise<readonly ResourceAnswer[]> => {
    const { body } = await of.call('GET', '/transfers', { query: { ...query, limit: '200' } });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items;
  };

  it('has a row for each transfer of the list, in its order, and names itself a file', async () => {
    const answer = await asked();
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    expect(answer.headers).toEqual({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="transfers.csv"',
    });
    const content = await text(answer.body);
    expect(content.split('\r\n', 1)).toEqual([
      'id,payment,created,ended,status,code,amount,currency,fee,source,destination,correlationId',
    ]);
    const items = await listed();
    expect(items.length).toBeGreaterThan(4);
    expect(
      rowsOf(content).map(([id, payment, created, , status, , amount, currency, , source, destination]) => ({
        id,
        payment,
        created,
        status,
        amount: { value: amount, currency },
        source,
        destination,
      })),
    ).toEqual(
      items.map(({ id, attributes: { created, status, amount }, links }) => ({
        id,
        payment: links['payment']?.id,
        created,
        status,
        amount,
        source: links['source']?.id,
        destination: links['destination']?.id,
      })),
    );
  });

  it('says when a transfer ended, the fees of its payment on the one that was answered, and no formula', async () => {
    const [opening, ...rest] = rowsOf(await csv({ correlationId: '-opening' }));
    expect(rest).toEqual([]);
    const [, , created = '', ended = '', , , , , fee, , , correlationId] = opening ?? [];
    expect(Date.parse(ended) - Date.parse(created)).toBe(1_000);
    expect([fee, correlationId]).toEqual(['0.00', "'-opening"]);
    const ofPayment = rowsOf(await csv()).filter(([, payment]) => payment === paid);
    expect(ofPayment.map(([id, , , , , , amount, , sum]) => [id === paid, amount, sum]).sort()).toEqual([
      [false, '0.25', ''],
      [false, '1.00', ''],
      [true, '3.00', '1.25'],
    ]);
    for (const [, , , end, status] of rowsOf(await csv())) expect(end === '').toBe(status === 'pending');
  });

  it('names the code of a failure', async () => {
    const failing = new World(service);
    const from = failing.source(failing.customer(), 'bank');
    const id = await failing.transfer(from, failing.source(failing.account, 'balance'), '5.00');
    await failing.call('POST', `/transfers/${id}/simulation`, { body: { action: 'fail', code: 'R03' } });
    const row = rowsOf(await csv({}, failing)).find(([of]) => of === id);
    expect([row?.[4], row?.[5]]).toEqual(['failed', 'R03']);
  });

  it('has what each filter matches, as the list has it', async () => {
    service.services.answer('POST /internal/customers/searches', factAnswer({ ids: [ada.partyId, bob.partyId] }));
    const sources = { bank: adasBank, balance: adas, to: bobsBank };
    const queries: Query[] = [
      { status: 'pending' },
      { startDate: '2020-01-01' },
      { endDate: '2020-01-01' },
      { startAmount: '3', endAmount: '3.00' },
      { customerId: bob.partyId },
      { search: 'a' },
      { search: 'a', customerId: bob.partyId },
      { search: ada.partyId },
      { customerId: newId() },
      ...Object.values(sources).flatMap(({ fundingSourceId }): Query[] => [
        { fundingSourceId },
        { fundingSourceId, status: 'pending' },
        { fundingSourceId, customerId: bob.partyId },
        { fundingSourceId, startDate: '2020-01-01' },
        { fundingSourceId, search: 'a' },
      ]),
    ];
    for (const query of queries) {
      const ids = (await listed(query)).map(({ id }) => id);
      expect([query, rowsOf(await csv(query)).map(([id]) => id)]).toEqual([query, ids]);
    }
  });

  it('refuses pages, and filters as the list does', async () => {
    const refused = async (query: Query) => {
      const answer = await asked(query);
      return answer instanceof Bytes ? 'bytes' : faultsOf(answer);
    };
    expect(await refused({ limit: '10' })).toEqual(['NotAllowed /query/limit']);
    expect(await refused({ limit: '10', offset: '0' })).toEqual([
      'NotAllowed /query/limit',
      'NotAllowed /query/offset',
    ]);
    expect(await refused({ status: 'open' })).toEqual(['Invalid /query/status']);
  });

  it('has every transfer of a long list once, read in pages, and ends early for who leaves', async () => {
    const crowd = new World(service);
    const from = await crowd.fundedBalance(crowd.account, '10.00');
    await crowd.transfer(from, crowd.source(crowd.customer(), 'balance'), '1.00');
    await listed({}, crowd);
    const columns = await service.dataSource.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'transfers'
       AND column_name NOT IN ('id', 'account_number')`,
    );
    const same = columns.map(({ name }) => `"${name}"`).join(', ');
    await service.dataSource.query(
      `INSERT INTO transfers (id, account_number, ${same})
       SELECT gen_random_uuid(), 2 + n, ${same} FROM transfers, generate_series(1, 2000) AS n
       WHERE account_id = $1 AND account_number = 2`,
      [crowd.accountId],
    );
    const queries: Query[] = [{}, { startDate: '2020-01-01' }];
    for (const query of queries) {
      const ids = rowsOf(await csv(query, crowd)).map(([id]) => id);
      expect([ids.length, new Set(ids).size]).toEqual([2_002, 2_002]);
    }
    const answer = await asked({}, crowd);
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    answer.body.once('data', () => answer.body.destroy());
    await new Promise((resolve) => answer.body.once('close', resolve));
    expect(answer.body.readableEnded).toBe(false);
  });
});
