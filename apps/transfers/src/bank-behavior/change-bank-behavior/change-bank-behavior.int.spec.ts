import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const BANK = '222222226';
const OTHER_BANK = '011000015';

const rule = (over: object = {}) => ({ name: 'nsf', then: { return: 'R01' }, ...over });
const outage = (over: object = {}) => ({
  routingNumber: BANK,
  from: '2026-01-02T00:00:00Z',
  to: '2026-01-02T00:00:00.001Z',
  ...over,
});

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startTestService(transfersService);
});
afterAll(() => service.stop());
beforeEach(() => {
  world = new World(service);
});

const change = (body: unknown, operationId?: string) =>
  world.call('POST', '/sandbox-bank-behavior', { body, ...(operationId !== undefined && { operationId }) });
async function shown(of = world): Promise<unknown> {
  const { status, body } = await of.call('GET', '/sandbox-bank-behavior');
  return status === 200 && body.type === 'resource' ? body.attributes : body;
}

describe('GET /sandbox-bank-behavior', () => {
  it('is empty before the first', async () => {
    expect(await shown()).toEqual({ seed: '', rules: [], outages: [], counts: [] });
  });

  it('leads to the clock and to its own change', async () => {
    expect((await world.call('GET', '/sandbox-bank-behavior')).body).toMatchObject({
      kind: 'sandbox-bank-behavior',
      links: { clock: { kind: 'sandbox-clock' }, edit: { kind: 'sandbox-bank-behavior' } },
    });
  });

  it('takes no parameter', async () => {
    expect(faultsOf(await world.call('GET', '/sandbox-bank-behavior', { query: { seed: 'a' } }))).toEqual([
      'NotAllowed /query/seed',
    ]);
  });
});

describe('POST /sandbox-bank-behavior', () => {
  const whole = {
    seed: 'ci-42 ✓',
    rules: [
      rule({
        when: {
          ...{ direction: 'debit', route: 'same-day', routingNumber: BANK, amount: { from: '0.01', below: '100.00' } },
          ...{ owner: 'customer', customerType: 'receive-only', correlationId: 'order-*' },
        },
        share: '0.02',
        then: { return: 'R10', after: 'P60D' },
      }),
      rule({ name: 'short', first: 1_000_000, then: { return: 'R01', after: 'PT96H' } }),
      rule({ name: 'slow', every: 1, then: { delay: 'P1DT12H' } }),
      rule({ name: 'small', then: { microDeposits: 'wrong-amounts' } }),
      rule({ name: 'c13', then: { correct: 'C13', corrected: {} } }),
    ],
    outages: [{ routingNumber: BANK, from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }],
  };
  const counts = whole.rules.map(({ name }) => ({ rule: name, looked: 0, struck: 0 }));

  it('replaces all of it, and {} empties it', async () => {
    const { status, body } = await change(whole);
    expect([status, body]).toMatchObject([200, { attributes: { ...whole, counts } }]);
    expect(await shown()).toEqual({ ...whole, counts });
    expect((await change({ rules: [rule()] })).status).toBe(200);
    expect(await shown()).toMatchObject({ seed: '', rules: [rule()], outages: [] });
    expect((await change({})).status).toBe(200);
    expect(await shown()).toEqual({ seed: '', rules: [], outages: [], counts: [] });
  });

  it('takes what it shows', async () => {
    await change(whole);
    expect((await change(await shown())).status).toBe(200);
    await change({});
    expect((await change(await shown())).status).toBe(200);
  });

  it('shows moments in UTC', async () => {
    await change({ outages: [outage({ from: '2026-01-01T18:00:00-06:00' })] });
    expect(await shown()).toMatchObject({ outages: [{ from: '2026-01-02T00:00:00.000Z' }] });
  });

  it('answers the same to a repeat, which undoes nothing that came in between', async () => {
    const operationId = newId();
    const first = await change({ rules: [rule()] }, operationId);
    await change({ rules: [rule({ name: 'newer' })] });
    expect(await change({ rules: [rule()] }, operationId)).toEqual(first);
    expect(await shown()).toMatchObject({ rules: [{ name: 'newer' }] });
  });

  it('is never seen by another account', async () => {
    await change(whole);
    expect(await shown(new World(service))).toEqual({ seed: '', rules: [], outages: [], counts: [] });
  });

  it('takes the largest body', async () => {
    const rules = Array.from({ length: 50 }, (_, n) =>
      rule({
        name: `r-${n}`.padEnd(50, '-'),
        when: { correlationId: 'c'.repeat(254) + '*' },
        then: { correct: 'C04', corrected: { name: 'n'.repeat(100) } },
      }),
    );
    const outages = Array.from({ length: 20 }, () => outage());
    expect((await change({ seed: '😀'.repeat(100), rules, outages })).status).toBe(200);
    expect(await shown()).toMatchObject({ seed: '😀'.repeat(100), rules });
  });

  it('stores no number and no name that is not sealed', async () => {
    await change({
      rules: [
        rule({ then: { correct: 'C04', corrected: { name: 'Ada Byron' } }, when: { routingNumber: OTHER_BANK } }),
      ],
      outages: [outage()],
    });
    const sql = 'SELECT bank_behaviors::text AS text FROM bank_behaviors';
    const text = JSON.stringify(await service.dataSource.query<unknown[]>(sql));
    for (const secret of ['Ada Byron', BANK, OTHER_BANK]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('does not exist in production', async () => {
    const production = await startTestService(transfersService, {
      env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
    });
    const statuses = [
      await production.call('GET', '/sandbox-bank-behavior'),
      await production.call('POST', '/sandbox-bank-behavior', { body: {} }),
    ].map(({ status }) => status);
    await production.stop();
    expect(statuses).toEqual([404, 404]);
  });
});
