import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { Bytes } from '@halyard/http';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const DAY_MS = 86_400_000;

describe('GET /funding-sources/{id}/statement', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const asked = (id: string, query: Record<string, string> = {}, accept = 'application/hal+json', by = world) =>
    service.exchange(fundingSourceRoutes.getStatement, `/funding-sources/${id}/statement`, {
      principal: by.principal,
      query,
      headers: { accept },
    });
  const refused = async (...request: Parameters<typeof asked>) => {
    const answer = await asked(...request);
    return answer instanceof Bytes ? 'bytes' : answer.status === 400 ? faultsOf(answer) : answer.status;
  };
  const shown = async (...request: Parameters<typeof asked>) => {
    const answer = await asked(...request);
    if (answer instanceof Bytes || answer.body.type !== 'resource') throw new Error(JSON.stringify(answer));
    return answer.body;
  };
  const dollars = (value: string) => ({ value, currency: 'USD' });

  it('has an address that gives the same period again, whatever was left out', async () => {
    const { fundingSourceId } = await world.fundedBalance(world.customer(), '100.00');
    service.clock.advance(1);
    const { query = '', attributes } = await shown(fundingSourceId);
    const period = Object.fromEntries(new URLSearchParams(query));
    expect(period).toEqual({ from: attributes['from'], to: attributes['to'] });
    service.clock.advance(DAY_MS);
    const again = await shown(fundingSourceId, period);
    expect(again).toMatchObject({ query, attributes: { ...attributes, made: expect.any(String) } });
  });

  it('shows each posting with its transfer and the balance after it, and both ends', async () => {
    const balance = await world.fundedBalance(world.customer(), '100.00');
    const to = world.source(world.account, 'balance');
    const paid = await world.transfer(balance, to, '30.00');
    const from = service.clock.system();
    service.clock.advance(DAY_MS);
    const back = await world.transfer(to, balance, '12.50');
    service.clock.advance(1);

    const { attributes, links } = await shown(balance.fundingSourceId);
    expect(links).toEqual({
      'funding-source': { kind: 'funding-source', id: balance.fundingSourceId },
      account: { kind: 'account', id: world.accountId },
    });
    expect(attributes).toMatchObject({
      from: balance.created,
      opening: { revision: 0, balance: dollars('0.00') },
      closing: { revision: 3, balance: dollars('82.50') },
      postings: [
        { revision: 1, amount: dollars('100.00'), balance: dollars('100.00') },
        {
          revision: 2,
          amount: dollars('-30.00'),
          balance: dollars('70.00'),
          transfer: { href: `/transfers/${paid}`, 'resource-type': 'transfer' },
        },
        { revision: 3, amount: dollars('12.50'), transfer: { href: `/transfers/${back}` } },
      ],
    });
    const middle = new Date(from.getTime() + 1).toISOString();
    const [first, second] = await Promise.all([
      shown(balance.fundingSourceId, { to: middle }),
      shown(balance.fundingSourceId, { from: middle }),
    ]);
    expect(first.attributes['closing']).toEqual(second.attributes['opening']);
    expect(second.attributes).toMatchObject({ postings: [{ revision: 3 }] });
  });

  it('is the same as CSV', async () => {
    const balance = await world.fundedBalance(world.customer(), '7.00');
    const at = service.clock.system().toISOString();
    service.clock.advance(1_000);
    const to = service.clock.system().toISOString();
    const answer = await asked(balance.fundingSourceId, {}, 'text/csv');
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    const { attributes } = await shown(balance.fundingSourceId);
    const [posting] = attributes['postings'] as readonly { readonly transfer: { readonly href: string } }[];
    const transfer = posting?.transfer.href.slice('/transfers/'.length);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="statement-${balance.fundingSourceId}.csv"`,
    });
    expect(await text(answer.body)).toBe(
      [
        'row,revision,at,amount,balance,currency,transfer',
        `opening,0,${balance.created},,0.00,USD,`,
        `posting,1,${at},7.00,7.00,USD,${transfer}`,
        `closing,1,${to},,7.00,USD,`,
        '',
      ].join('\r\n'),
    );
  });

  it('reads moments with an offset', async () => {
    const balance = await world.fundedBalance(world.customer(), '7.00');
    const { attributes } = await shown(balance.fundingSourceId, { from: '2026-02-02T13:00:00+01:00' });
    expect(attributes['from']).toBe('2026-02-02T12:00:00.000Z');
  });

  it.each([
    [{ from: 'yesterday' }, ['InvalidFormat /query/from']],
    [{ to: '2026-02-30T00:00:00Z' }, ['InvalidFormat /query/to']],
    [{ to: '2100-01-01T00:00:00Z' }, ['Invalid /query/to']],
    [{ from: '2026-02-02T12:00:00Z', to: '2026-02-02T12:00:00Z' }, ['Invalid /query/to']],
    [{ limit: '5' }, ['NotAllowed /query/limit']],
  ])('refuses %j', async (query, faults) => {
    const { fundingSourceId } = world.source(world.customer(), 'balance');
    expect(await refused(fundingSourceId, query)).toEqual(faults);
  });

  it("is not there for a bank, for nothing, and for another account's balance", async () => {
    const bank = world.source(world.customer(), 'bank');
    const balance = await world.fundedBalance(world.customer(), '1.00');
    expect(await refused(bank.fundingSourceId)).toBe(404);
    expect(await refused(balance.fundingSourceId, {}, 'text/csv', new World(service))).toBe(404);
    expect(await refused(balance.fundingSourceId, {}, 'application/hal+json', new World(service))).toBe(404);
  });
});
