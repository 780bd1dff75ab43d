import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { type ReturnCode } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import {
  addBank,
  bank,
  customerWithBank,
  applyReturns,
  endMicroDeposits,
  faultsOf,
  FundingSources,
  getSource,
  usd,
} from '../../test/funding-sources.js';

const right = { amount1: usd('0.02'), amount2: usd('0.01') };
const sentinel = { amount1: usd('0.09'), amount2: usd('0.09') };

/** A bank of a customer, with requests about its micro-deposits. */
class Bench {
  principal!: ApplicationPrincipal;
  customer!: PartyFact;
  id = '';

  constructor(readonly sources: FundingSources) {}

  async begin(name = 'My bank'): Promise<void> {
    ({ principal: this.principal, customer: this.customer, id: this.id } = await customerWithBank(this.sources));
    if (name !== 'My bank') this.id = await addBank(this.sources, this.principal, this.customer, bank({ name }));
  }
  post(body?: object) {
    const path = `/funding-sources/${this.id}/micro-deposits`;
    return this.sources.service.call('POST', path, { principal: this.principal, body });
  }
  get() {
    return this.sources.service.call('GET', `/funding-sources/${this.id}/micro-deposits`, {
      principal: this.principal,
    });
  }
  source() {
    return getSource(this.sources, this.principal, this.id);
  }
  async linksOfSource(): Promise<string[]> {
    const { links } = await this.source();
    return Object.keys(links).filter((relation) => links[relation] && relation.includes('micro-deposits'));
  }
  async events(): Promise<string[]> {
    const recorded = await this.sources.service.recorded(this.id);
    return recorded.slice(1).map(({ type }) => type.split('.')[1] ?? '');
  }
  /** Reports of transfers after banks have processed them: the outcome of the deposits, and the effects of a return. */
  async process(code?: ReturnCode) {
    const answer = await endMicroDeposits(this.sources, this.id, { status: code ? 'failed' : 'processed', code });
    if (!code) return answer;
    return applyReturns(this.sources, [{ id: this.id, code }]);
  }
  /** The amounts paid, as the owner would find them on the statement. */
  async paid(): Promise<object> {
    const { dataSource } = this.sources.service;
    const sql = `SELECT micro_deposits ->> 'amounts' AS amounts FROM funding_sources WHERE id = $1`;
    const [row] = await dataSource.query<[{ amounts: string }]>(sql, [this.id]);
    const sealed = Buffer.from(row.amounts, 'base64');
    const text = await this.sources.service
      .get(Sealer)
      .open(this.customer.partyId, 'funding-sources.micro-deposits', sealed);
    const [less = '', more = ''] = text.split(' ');
    return { amount1: usd(`0.0${more}`), amount2: usd(`0.0${less}`) };
  }
  async wrong(): Promise<object> {
    const paid = JSON.stringify(await this.paid());
    const amounts = { amount1: usd('0.01'), amount2: usd('0.02') };
    const others = { amount1: usd('0.03'), amount2: usd('0.04') };
    return paid.includes('0.01') && paid.includes('0.02') ? others : amounts;
  }
}

type Row = (bench: Bench) => Promise<void>;

/** Reference facts, section 6.7, row by row; those of production are below. */
const rows: Readonly<Record<string, Row>> = {
  'POST .../micro-deposits, empty body': async (bench) => {
    expect(await bench.post()).toMatchObject({
      status: 201,
      body: { resource: { kind: 'micro-deposits', id: bench.id } },
    });
    expect(await bench.events()).toEqual(['micro-deposits-added']);
  },
  'again while open': async (bench) => {
    await bench.post();
    expect(await bench.post()).toMatchObject({ status: 400, body: { code: 'MaxNumberOfResources' } });
  },
  'on a verified bank': async (bench) => {
    await bench.post();
    await bench.post(right);
    const refusal = { code: 'InvalidResourceState', message: expect.stringMatching(/^Bank already verified\. \S/) };
    expect(await bench.post()).toMatchObject({ status: 403, body: refusal });
  },
  GET: async (bench) => {
    await bench.post();
    expect(await bench.get()).toMatchObject({
      status: 200,
      body: {
        attributes: { created: expect.any(String), status: 'pending', attemptsLeft: 3 },
        links: { 'verify-micro-deposits': { kind: 'micro-deposits', id: bench.id } },
      },
    });
  },
  'GET when none': async (bench) => {
    expect(await bench.get()).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  },
  'POST with amount1, amount2': async (bench) => {
    await bench.post();
    expect(await bench.post({ amount1: right.amount2, amount2: right.amount1 })).toMatchObject({ status: 200 });
    expect(await bench.source()).toMatchObject({ attributes: { status: 'verified' } });
    expect(await bench.events()).toEqual(['micro-deposits-added', 'funding-source-verified']);
  },
  'malformed or >= 0.10 amounts': async (bench) => {
    await bench.post();
    for (const value of ['0.10', '1.00', 'x', '0.00', '-0.01', 0.1]) {
      const { status, body } = await bench.post({ amount1: { value, currency: 'USD' }, amount2: usd('0.01') });
      expect([status, faultsOf(body)]).toEqual([400, ['Invalid /amount1/value']]);
      expect(body).toMatchObject({ faults: [{ message: 'Invalid amount. Allowed: from 0.01 to 0.09.' }] });
    }
    expect(await bench.get()).toMatchObject({ body: { attributes: { attemptsLeft: 3 } } });
  },
  'third wrong attempt (0.09 and 0.09 in the sandbox)': async (bench) => {
    await bench.post();
    const { status, body } = await bench.post(sentinel);
    expect([status, faultsOf(body)]).toEqual([400, ['Invalid /amount1/value', 'Invalid /amount2/value']]);
    expect(await bench.events()).toEqual(['micro-deposits-added', 'micro-deposits-exhausted']);
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'failed', attemptsLeft: 0 } } });
    expect(await bench.linksOfSource()).toEqual(['failed-verification-micro-deposits']);
  },
  'after that': async (bench) => {
    await bench.post();
    await bench.post(sentinel);
    for (const body of [undefined, right]) {
      const refusal = { code: 'InvalidResourceState', message: expect.stringMatching(/^Too many attempts\. \S/) };
      expect(await bench.post(body)).toMatchObject({ status: 403, body: refusal });
    }
  },
  'processing simulation': async (bench) => {
    await bench.post();
    expect((await bench.process()).status).toBe(200);
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'processed' } } });
    expect(await bench.events()).toEqual(['micro-deposits-added', 'micro-deposits-completed']);
  },
  'processing simulation with R03-named bank': async (bench) => {
    await bench.post();
    await bench.process('R03');
    expect(await bench.get()).toMatchObject({
      body: {
        attributes: {
          status: 'failed',
          attemptsLeft: 0,
          failure: { code: 'R03', description: 'No Account/Unable to Locate Account' },
        },
        links: {},
      },
    });
    expect(await bench.events()).toEqual(['micro-deposits-added', 'micro-deposits-failed', 'funding-source-removed']);
  },
};

describe('micro-deposits (reference facts, section 6.7)', () => {
  const bench = new Bench(new FundingSources());
  beforeEach(() => bench.begin());

  it.each(Object.entries(rows))('%s', (_, row) => row(bench));

  it('has a case for every row', () => {
    expect(Object.keys(rows).length + Object.keys(rowsOfProduction).length).toBe(13);
  });

  it.each(['R03', 'R10'] as const)('come back for %s after they arrived', async (code) => {
    await bench.post();
    await bench.process();
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'processed' } } });
    await bench.process(code);
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'failed', failure: { code } } } });
    expect((await bench.source()).attributes).toMatchObject({ removed: true, status: 'unverified' });
  });

  it('that come back act on a bank that was verified meanwhile, and say why', async () => {
    await bench.post();
    await bench.post(right);
    await bench.process('R10');
    expect((await bench.source()).attributes).toMatchObject({ removed: true, status: 'unverified' });
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'failed', failure: { code: 'R10' } } } });
  });
});

describe('a bank that is added again after its micro-deposits came back', () => {
  const bench = new Bench(new FundingSources());
  beforeEach(() => bench.begin());

  it.each(['verified', 'unverified'])('was %s, and may get new ones', async (before) => {
    const body = bank();
    const add = () => addBank(bench.sources, bench.principal, bench.customer, body);
    bench.id = await add();
    await bench.post();
    if (before === 'verified') await bench.post(right);
    await bench.process('R03');
    expect(await add()).toBe(bench.id);
    expect(await bench.post()).toMatchObject({ status: 201 });
  });

  it('gets no new attempts', async () => {
    const body = bank();
    const add = () => addBank(bench.sources, bench.principal, bench.customer, body);
    bench.id = await add();
    await bench.post();
    await bench.post(sentinel);
    await bench.process('R03');
    expect(await add()).toBe(bench.id);
    expect(await bench.post()).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Too many attempts\. \S/) },
    });
  });
});

const rowsOfProduction: Readonly<Record<string, Row>> = {
  'before settlement': async (bench) => {
    await bench.post();
    const answer = await bench.post(await bench.paid());
    const message = expect.stringMatching(/^Invalid wait time\. \S/);
    expect(answer).toMatchObject({ status: 202, body: { code: 'TryAgainLater', message } });
    expect(await bench.get()).toMatchObject({ body: { attributes: { attemptsLeft: 3 } } });
  },
  'wrong amounts, up to the third': async (bench) => {
    await bench.post();
    await bench.process();
    for (const attemptsLeft of [2, 1]) {
      const { status, body } = await bench.post(await bench.wrong());
      expect([status, faultsOf(body)]).toEqual([400, ['Invalid /amount1/value', 'Invalid /amount2/value']]);
      expect(body).toMatchObject({
        faults: [
          { message: expect.stringMatching(/^Wrong amount\(s\)\. \S/) },
          { message: expect.stringMatching(/^Wrong amount\(s\)\. \S/) },
        ],
      });
      expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'processed', attemptsLeft } } });
    }
    expect((await bench.post(await bench.wrong())).status).toBe(400);
    expect(await bench.get()).toMatchObject({ body: { attributes: { status: 'failed', attemptsLeft: 0 } } });
    expect((await bench.events()).slice(2)).toEqual([
      'micro-deposits-attempted',
      'micro-deposits-attempted',
      'micro-deposits-exhausted',
    ]);
    expect(await bench.linksOfSource()).toEqual(['failed-verification-micro-deposits']);
    expect(await bench.post(await bench.paid())).toMatchObject({ status: 403 });
  },
};

describe('micro-deposits in production', () => {
  const bench = new Bench(new FundingSources({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' }));
  beforeEach(() => bench.begin());

  it.each(Object.entries(rowsOfProduction))('%s', (_, row) => row(bench));

  it('verify the bank by their amounts, in whatever order', async () => {
    await bench.post();
    await bench.process();
    await bench.post(await bench.wrong());
    expect(await bench.post(await bench.paid())).toMatchObject({ status: 200 });
    expect((await bench.source()).attributes).toMatchObject({ status: 'verified' });
  });

  it('count wrong attempts one by one, however close they come', async () => {
    await bench.post();
    await bench.process();
    const wrong = await bench.wrong();
    const answers = await Promise.all(Array.from({ length: 6 }, () => bench.post(wrong)));
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 403, 403, 403]);
    expect((await bench.events()).filter((type) => type.endsWith('exhausted'))).toHaveLength(1);
  });
});
