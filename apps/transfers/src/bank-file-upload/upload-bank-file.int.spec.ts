import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { DAY_MS, DomainError, newId } from '@halyard/core';
import { Bytes, type ServiceAnswer } from '@halyard/http';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { startTestService, type TestService } from '@halyard/testing';
import { buffer } from 'node:stream/consumers';
import { linesOf, resultsOf, sentBy, type SentRow, textOf, upload } from '../../test/uploads.js';
import { faultsOf, World } from '../../test/world.js';
import { OutgoingFiles } from '../bank-file/outgoing-files.js';
import { transfersService } from '../transfers.module.js';

describe('an uploaded file of returns', () => {
  let service: TestService;
  let world: World;
  let bank: FundingSourceFact;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
    const customer = world.customer();
    bank = world.source(customer, 'bank');
    balance = world.source(customer, 'balance');
  });

  /** Debits of the bank that went out in a file, and have settled. */
  const settled = async (...amounts: readonly string[]): Promise<SentRow[]> => {
    for (const amount of amounts) await world.transfer(bank, balance, amount);
    await world.simulate();
    return sentBy(world);
  };
  /** A debit that is with its bank. */
  const pending = async (value: string): Promise<SentRow> => {
    const legId = await world.transfer(bank, balance, value);
    const batchId = newId();
    const operation = {
      id: newId(),
      requestId: newId(),
      principal: world.principal,
      at: service.clock.system().toISOString(),
    };
    const created = service.clock.system();
    const leg = {
      legId,
      paymentId: legId,
      fundingSourceId: bank.fundingSourceId,
      ownerKind: bank.ownerKind,
      ownerId: bank.ownerId,
      isPerson: true,
      direction: 'debit',
      amountMinor: BigInt(value.replace('.', '')),
      isMicroDeposit: false,
      individualId: '',
      settlesOn: created,
    } as const;
    const files = service.get(OutgoingFiles);
    await files.add({ accountId: world.accountId, batchId, window: 'standard', created }, [leg], operation);
    await files.make(batchId, new Set([legId]), operation);
    const sent = (await sentBy(world)).find((row) => row.legId === legId);
    if (!sent) throw new Error('the leg is in no file');
    return sent;
  };
  const statusOf = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' ? body.attributes['status'] : body;
  };
  const failureOf = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}/failure`);
    return body.type === 'resource' ? body.attributes['code'] : body;
  };
  const totalOf = async (): Promise<unknown> => {
    const { body } = await world.call('GET', `/internal/balances/${balance.fundingSourceId}`);
    return body.type === 'resource' ? body.attributes : body;
  };
  const inDays = (days: number) => ({ at: new Date(service.clock.system().getTime() + days * DAY_MS).toISOString() });
  const contentOf = async ({ body }: ServiceAnswer): Promise<string> => {
    const id = body.type === 'created' ? body.resource.id : '';
    const content = await service.exchange(bankFileRoutes.getBankFileContent, `/bank-files/${id}/content`, {
      principal: world.principal,
    });
    if (!(content instanceof Bytes)) throw new Error(JSON.stringify(content));
    return (await buffer(content.body)).toString('latin1');
  };

  it('returns what has settled as late returns, and what has not as failures', async () => {
    const [first, second] = (await settled('5.00', '7.00')) as [SentRow, SentRow];
    const third = await pending('9.00');
    const lines = linesOf([
      { original: first, code: 'R01' },
      { original: third, code: 'R02' },
    ]);
    const answer = await upload(world, textOf(lines));
    expect(answer.status).toBe(201);
    expect(await resultsOf(world, answer)).toEqual(['applied R01', 'applied R02']);
    expect(await Promise.all([first, second, third].map(({ legId }) => statusOf(legId)))).toEqual([
      'failed',
      'processed',
      'failed',
    ]);
    expect(await failureOf(third.legId)).toBe('R02');
    expect(await contentOf(answer)).toBe(textOf(lines));
  });

  it('is listed with its totals', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const { body } = await upload(world, textOf(linesOf([{ original: sent, code: 'R01' }])));
    const id = body.type === 'created' ? body.resource.id : '';
    expect((await world.call('GET', `/bank-files/${id}`)).body).toMatchObject({
      attributes: {
        direction: 'in',
        window: 'upload',
        effectiveDate: '2026-03-03',
        batches: 1,
        entries: 1,
        debits: { value: '5.00' },
        credits: { value: '0.00' },
        entryHash: '0022222222',
      },
    });
  });

  it('says in the timeline which line returned an entry', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const { body } = await upload(world, textOf(linesOf([{ original: sent, code: 'R01' }])));
    const id = body.type === 'created' ? body.resource.id : '';
    service.services.answer('POST /internal/events/of-facts', new DomainError('ServiceUnavailable'));
    const timeline = JSON.stringify((await world.call('GET', `/transfers/${sent.legId}/timeline`)).body);
    expect(timeline).toContain('"because":"file"');
    expect(timeline).toContain(id);
    expect(timeline).toContain('"line":3');
  });

  it.each<[string, Partial<Parameters<typeof linesOf>[0][number]>, string]>([
    ['a trace number that nobody has', { original: traceOf('222222229999999') }, 'refused R61 R01'],
    ['a trace number of another bank', { original: traceOf('111111110000001') }, 'refused R61 R01'],
    ['the routing number of another bank', { routingNumber: '011000015' }, 'refused R61 R01'],
    ['another amount', { amountMinor: 4_99n }, 'refused R69 R01'],
    ['another account number', { accountNumber: '99999' }, 'refused R69 R01'],
    ['another direction', { transactionCode: '21' }, 'refused R69 R01'],
    ['the code of a savings account', { transactionCode: '36' }, 'applied R01'],
  ])('judges an entry with %s', async (_, over, expected) => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const original = { ...sent, ...over.original };
    const answer = await upload(
      world,
      textOf(linesOf([{ original: sent, code: 'R01', ...over, ...(over.original && { original }) }])),
    );
    expect(await resultsOf(world, answer)).toEqual([expected]);
    expect(await statusOf(sent.legId)).toBe(expected.startsWith('applied') ? 'failed' : 'processed');
  });

  it('judges windows by the time of the account', async () => {
    const [first, second, third] = (await settled('5.00', '6.00', '7.00')) as [SentRow, SentRow, SentRow];
    const text = (sent: SentRow, code: string) => textOf(linesOf([{ original: sent, code }]));
    const results = async (sent: SentRow, code: string, days: number) =>
      resultsOf(world, await upload(world, text(sent, code), inDays(days)));
    expect(await results(first, 'R01', 30)).toEqual(['refused R68 R01']);
    expect(await results(second, 'R10', 30)).toEqual(['applied R10']);
    expect(await results(third, 'R10', 90)).toEqual(['refused R68 R10']);
    expect(await statusOf(first.legId)).toBe('processed');
  });

  it('refuses what another account has sent as if nobody had', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const other = new World(service);
    const answer = await upload(other, textOf(linesOf([{ original: sent, code: 'R01' }])));
    expect(await resultsOf(other, answer)).toEqual(['refused R61 R01']);
    expect(await statusOf(sent.legId)).toBe('processed');
    const { body } = answer;
    const id = body.type === 'created' ? body.resource.id : '';
    expect((await world.call('GET', `/bank-files/${id}`)).status).toBe(404);
  });

  it('returns an entry once: not twice in a file, nor in the same file again, nor after a simulation', async () => {
    const [first, second] = (await settled('5.00', '6.00')) as [SentRow, SentRow];
    const returned = { original: first, code: 'R01' };
    const text = textOf(linesOf([returned, { ...returned, code: 'R02' }]));
    expect(await resultsOf(world, await upload(world, text))).toEqual(['applied R01', 'refused R67 R02']);
    expect(await resultsOf(world, await upload(world, text))).toEqual(['refused R67 R01', 'refused R67 R02']);
    await world.call('POST', `/transfers/${second.legId}/simulation`, { body: { action: 'lateReturn', code: 'R03' } });
    expect(await statusOf(second.legId)).toBe('failed');
    const late = await upload(world, textOf(linesOf([{ original: second, code: 'R01' }])));
    expect(await resultsOf(world, late)).toEqual(['refused R67 R01']);
    expect(await failureOf(first.legId)).toBe('R01');
  });

  it('has no effect twice if two processes get the same file at once', async () => {
    const sent = await settled('5.00', '6.00', '7.00');
    const text = textOf(linesOf(sent.map((original) => ({ original, code: 'R01' }))));
    const beside = await startTestService(transfersService, { streams: 'postgres', beside: service });
    try {
      const other = world.in(beside);
      const answers = await Promise.all([upload(world, text), upload(other, text), upload(world, text)]);
      const results = await Promise.all(answers.map((answer) => resultsOf(world, answer)));
      expect(results.flat().filter((result) => result === 'applied R01')).toHaveLength(3);
      expect(results.flat().filter((result) => result === 'refused R67 R01')).toHaveLength(6);
      expect(new Set(await Promise.all(sent.map(({ legId }) => statusOf(legId))))).toEqual(new Set(['failed']));
      expect(JSON.stringify(await totalOf())).not.toContain('18.00');
    } finally {
      await beside.stop();
    }
  });

  it('answers a repeat of the operation with the same file', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const operationId = newId();
    const text = textOf(linesOf([{ original: sent, code: 'R01' }]));
    const [one, two] = [await upload(world, text, { operationId }), await upload(world, text, { operationId })];
    expect(two.body).toEqual(one.body);
    expect(await resultsOf(world, two)).toEqual(['applied R01']);
  });

  it('answers a repeat with the same key with the same file, and refuses the key for another file', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const key = newId();
    const text = textOf(linesOf([{ original: sent, code: 'R01' }]));
    const [one, two] = [await upload(world, text, { key }), await upload(world, text, { key })];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    const other = await upload(world, textOf(linesOf([{ original: sent, code: 'R02' }])), { key });
    expect(other.status).toBeGreaterThanOrEqual(400);
  });

  it('changes nothing if it has a fault', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const lines = linesOf([{ original: sent, code: 'R01' }]);
    const answer = await upload(world, textOf(lines.slice(0, 5)));
    expect(faultsOf(answer)).toEqual(['Required /lines/5']);
    expect(await statusOf(sent.legId)).toBe('processed');
    const { body } = await world.call('GET', '/bank-files', { query: { direction: 'in' } });
    expect(body).toMatchObject({ total: 0 });
  });

  it('keeps numbers and names in sealed columns alone', async () => {
    const [sent] = (await settled('5.00')) as [SentRow];
    const answer = await upload(
      world,
      textOf([
        ...linesOf([
          { original: sent, code: 'R01' },
          { original: traceOf('222222229999999'), code: 'R01', accountNumber: '7315550199' },
        ]),
      ]),
    );
    expect(await resultsOf(world, answer)).toEqual(['applied R01', 'refused R61 R01']);
    const tables = ['bank_files', 'bank_file_entries', 'simulations', 'history', 'due_work'];
    for (const table of tables) {
      const rows = await service.dataSource
        .query<unknown[]>(`SELECT stored::text AS row FROM ${table} AS stored`)
        .catch(() => []);
      const text = JSON.stringify(rows);
      for (const secret of ['A Person', '7315550199']) expect(text).not.toContain(secret);
    }
  });
});

function traceOf(traceNumber: string): SentRow {
  return { legId: '', traceNumber, transactionCode: '27', amountMinor: 5_00n, fundingSourceId: '1' };
}
