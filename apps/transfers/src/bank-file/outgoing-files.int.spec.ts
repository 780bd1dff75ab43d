import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { factAnswer, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { FileWorld } from '../../test/file-world.js';
import { transfersService } from '../transfers.module.js';
import { ENTRY_AMOUNT_MINOR_MAX } from './nacha/nacha-file.js';

const NUMBERS = 'POST /internal/funding-sources/numbers';
const CUSTOMER_NAMES = 'POST /internal/customers/names';
const away = (): DomainError => new DomainError('ServiceUnavailable');

describe('a file to the banks', () => {
  let service: TestService;
  let world: FileWorld;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new FileWorld(service);
  });

  const linesOf = async (id: string): Promise<string[]> => {
    const content = await world.content(id);
    if (typeof content !== 'string') throw new Error(JSON.stringify(content));
    return content.split('\n').filter((line) => line !== '' && !/^9+$/.test(line));
  };
  const shaOf = (content: unknown): string =>
    createHash('sha256')
      .update(typeof content === 'string' ? content : '')
      .digest('hex');
  const tracesOf = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith('6')).map((line) => Number(line.slice(-7)));

  it('has persons before companies, payments before micro-deposits, and the earlier settlement first', async () => {
    const later = new Date('2026-03-06T06:00:00.000Z');
    world.answerNumbers(({ fundingSourceId }) => ({
      bankAccountType: fundingSourceId === world.bank.fundingSourceId ? 'savings' : 'checking',
      numbers: { routingNumber: '021000021', accountNumber: '123456789' },
    }));
    const other = {
      fundingSourceId: newId(),
      ownerKind: 'account',
      ownerId: world.accountId,
      isPerson: false,
    } as const;
    const legs = [
      world.leg({ ...other, settlesOn: later }),
      world.leg({ isMicroDeposit: true, direction: 'credit', amountMinor: 3n }),
      world.leg({ individualId: 'order 17' }),
      world.leg({ ...other, direction: 'credit' }),
      world.leg({ direction: 'credit', amountMinor: 100n }),
    ];
    const id = await world.made(legs);
    const lines = await linesOf(id);
    const name = `Party ${world.person.partyId}`.slice(0, 22);
    expect(lines.map((line) => line.slice(0, 1)).join('')).toBe('1566856856856' + '89');
    expect(lines[2]).toBe(`637021000021123456789        0000022500order 17       ${name}  0222222220000003`);
    expect(lines[3]?.slice(0, 39)).toBe('632021000021123456789        0000000100');
    expect(
      lines.filter((line) => line.startsWith('5')).map((line) => [line.slice(50, 63).trim(), line.slice(69, 75)]),
    ).toEqual([
      ['PPDPAYMENT', '260305'],
      ['PPDACCTVERIFY', '260305'],
      ['CCDPAYMENT', '260305'],
      ['CCDPAYMENT', '260306'],
    ]);
    expect(lines[1]?.slice(4, 20)).toBe(`Party ${world.accountId}`.slice(0, 16));
    const { status, body } = await world.call('GET', `/bank-files/${id}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        attributes: {
          id,
          direction: 'out',
          window: 'standard',
          created: '2026-03-02T22:00:00.000Z',
          effectiveDate: '2026-03-05',
          batches: 4,
          entries: 5,
          debits: { value: '450.00', currency: 'USD' },
          credits: { value: '226.03', currency: 'USD' },
          entryHash: '0010500010',
          sha256: shaOf(await world.content(id)),
        },
        links: {
          entries: { kind: 'listBankFileEntries', id },
          content: { kind: 'getBankFileContent', id },
          account: { kind: 'account', id: world.accountId },
        },
      }),
    ]);
    const { items, total } = await world.entries(id);
    expect(total).toBe(5);
    const tracesThere = items.map(({ attributes }) => lines[Number(attributes['line']) - 1]?.slice(-15));
    expect(items.map(({ attributes }) => attributes['traceNumber'])).toEqual(tracesThere);
    expect(items.map(({ links }) => links['transfer']?.id)).toEqual(
      [legs[2], legs[4], undefined, legs[3], legs[0]].map((leg) => leg?.legId),
    );
    expect((await world.entries(id, { limit: '1', offset: '2' })).items).toEqual([items[2]]);
  });

  it('is not there before it is made, nor for others', async () => {
    const [file, leg] = [world.handOver(), world.leg()];
    const id = (await world.add(file, [leg])) ?? '';
    const statuses = (of: FileWorld) =>
      Promise.all([
        ...['', '/entries'].map(async (path) => (await of.call('GET', `/bank-files/${id}${path}`)).status),
        world.content(id, of).then((content) => (typeof content === 'string' ? 200 : content.status)),
      ]);
    const found = async (accountId: string) => {
      const body = { accountId, applicationId: newId(), text: id.toUpperCase(), kinds: ['bank-file'] };
      return (await service.call('POST', '/internal/searches', { principal: servicePrincipal('gateway'), body })).body;
    };
    const other = new FileWorld(service);
    expect(await statuses(world)).toEqual([404, 404, 404]);
    expect(await world.listed()).toEqual([]);
    expect(await found(world.accountId)).toMatchObject({ fact: { hits: [] } });
    await world.make(file, [leg]);
    expect(await statuses(world)).toEqual([200, 200, 200]);
    expect(await world.listed()).toEqual([id]);
    expect(await found(world.accountId)).toMatchObject({
      fact: { hits: [{ resource: { kind: 'bank-file', id }, matched: 'id' }] },
    });
    expect(await statuses(other)).toEqual([404, 404, 404]);
    expect(await other.listed()).toEqual([]);
    expect(await found(other.accountId)).toMatchObject({ fact: { hits: [] } });
  });

  it('leaves out the legs that did not go after all, and is none without legs', async () => {
    const [file, none] = [world.handOver(), world.handOver()];
    const [first, second, third] = [world.leg(), world.leg(), world.leg()];
    const id = (await world.add(file, [first, second, third])) ?? '';
    await world.add(none, [world.leg()]);
    await world.make(file, [first, third]);
    await world.make(none, []);
    expect(tracesOf(await linesOf(id))).toEqual([1, 3]);
    expect((await world.entries(id)).items.map(({ attributes }) => attributes['line'])).toEqual([3, 4]);
    expect(await world.listed()).toEqual([id]);
    expect(await world.add(none, [])).toBeUndefined();
    const next = await world.made([second]);
    expect(tracesOf(await linesOf(next))).toEqual([5]);
  });

  it('is one file, each leg with one trace number, where two processes add and make at once', async () => {
    const beside = await startTestService(transfersService, { streams: 'postgres', beside: service });
    const file = world.handOver();
    const legs = Array.from({ length: 40 }, () => world.leg());
    const both = [service, beside, service, beside];
    const ids = await Promise.all(both.map((process) => world.add(file, legs, process)));
    await Promise.all(both.map((process) => world.make(file, legs, process)));
    await beside.stop();
    expect(new Set(ids).size).toBe(1);
    const lines = await linesOf(ids[0] ?? '');
    expect(tracesOf(lines)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await world.listed()).toEqual([ids[0]]);
    expect(await world.content(ids[0] ?? '').then((content) => shaOf(content))).toBe(await sha256Of(ids[0] ?? ''));
  });
  const sha256Of = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/bank-files/${id}`);
    return body.type === 'resource' && body.attributes['sha256'];
  };

  it('is made by a repeat where the process died before, or while it was made', async () => {
    const [file, legs] = [world.handOver(), [world.leg(), world.leg()]];
    service.services.answer(CUSTOMER_NAMES, away());
    await expect(world.add(file, legs)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    service.services.answer(CUSTOMER_NAMES, factAnswer({ names: { [world.person.partyId]: 'Ann Lee' } }));
    const id = (await world.add(file, legs)) ?? '';
    expect(await world.add(file, legs)).toBe(id);
    service.services.answer(NUMBERS, away());
    await expect(world.make(file, legs)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(await world.listed()).toEqual([]);
    world.answerNumbers(() => ({ numbers: { routingNumber: '222222226', accountNumber: '42' } }));
    await world.make(file, legs);
    const [content, sha256] = [await world.content(id), await sha256Of(id)];
    await world.make(file, []);
    expect([await world.content(id), await sha256Of(id)]).toEqual([content, sha256]);
    expect(sha256).toBe(shaOf(content));
    expect(tracesOf(await linesOf(id))).toEqual([1, 2]);
  });

  it('is followed by another one for legs that come after it was made', async () => {
    const file = world.handOver();
    const [first, late, later] = [world.leg(), world.leg(), world.leg()];
    const one = await world.add(file, [first]);
    await world.make(file, [first]);
    const other = await world.add(file, [first, late]);
    await world.add(file, [later]);
    await world.make(file, [late, later]);
    expect(await world.listed()).toEqual([other, one]);
    expect([tracesOf(await linesOf(one ?? '')), tracesOf(await linesOf(other ?? ''))]).toEqual([[1], [2, 3]]);
  });

  it('keeps the numbers of the hand-over, whatever becomes of the bank', async () => {
    let version = 3;
    const names = { [world.person.partyId]: 'Ann Lee' };
    service.services.answer(CUSTOMER_NAMES, () => factAnswer({ names }));
    service.services.answer(NUMBERS, ({ body }) => {
      const [{ version: asked = version } = {}] = (body as { banks: { version?: number }[] }).banks;
      const numbers = { routingNumber: '222222226', accountNumber: `number-${asked}` };
      const { fundingSourceId } = world.bank;
      return factAnswer({ banks: [{ fundingSourceId, version: asked, bankAccountType: 'checking', numbers }] });
    });
    const id = await world.made([world.leg()]);
    const before = await world.content(id);
    version = 4;
    names[world.person.partyId] = 'Ann Miller';
    expect(await world.content(id)).toBe(before);
    expect((await linesOf(id))[2]).toContain('6272222222' + '26number-3         0000022500               Ann Lee ');
  });

  it('tells nothing of an erased person, in its content or in a table', async () => {
    const other = world.customer();
    const theirs = { ownerId: other.partyId, fundingSourceId: world.source(other, 'bank').fundingSourceId };
    const erased = new Set<string>();
    world.answerNumbers(({ fundingSourceId }) => ({
      bankAccountType: 'checking',
      ...(!erased.has(fundingSourceId) && { numbers: { routingNumber: '021000021', accountNumber: '987654321' } }),
    }));
    const id = await world.made([world.leg({ individualId: 'ann-17' }), world.leg(theirs)]);
    const [{ body: file }, before] = [await world.call('GET', `/bank-files/${id}`), await linesOf(id)];
    erased.add(world.bank.fundingSourceId);
    const erasure = { accountId: world.accountId, at: service.clock.system().toISOString() };
    const principal = servicePrincipal('customers');
    await service.call('PUT', `/internal/customers/${world.person.partyId}/erasure`, { principal, body: erasure });
    const after = await linesOf(id);
    const blank = ' '.repeat(15);
    expect(after[2]).toBe(`627021000021ERASED           0000022500${blank}ERASED                  0222222220000001`);
    expect(after.toSpliced(2, 1)).toEqual(before.toSpliced(2, 1));
    expect((await world.call('GET', `/bank-files/${id}`)).body).toEqual(file);
    expect(
      await service.dataSource.query('SELECT sealed FROM bank_file_entries WHERE owner_id = $1', [
        world.person.partyId,
      ]),
    ).toEqual([{ sealed: null }]);
  });

  it('has no number and no name in a table', async () => {
    world.answerNumbers(() => ({ numbers: { routingNumber: '021000021', accountNumber: '987654321' } }));
    await world.made([world.leg({ individualId: 'ann-17' })]);
    const rows = await service.dataSource.query<object[]>(
      `SELECT to_jsonb(entry)::text || to_jsonb(file)::text AS row FROM bank_file_entries AS entry
       JOIN bank_files AS file ON file.id = entry.file_id WHERE entry.account_id = $1`,
      [world.accountId],
    );
    expect(rows).toHaveLength(1);
    for (const secret of ['021000021', '987654321', 'Party', 'ann-17']) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('leaves out a bank that nobody knows, and an amount that its field can’t have', async () => {
    const unknown = newId();
    service.services.answer(NUMBERS, ({ body }) => {
      const { banks } = body as { banks: { fundingSourceId: string; version?: number }[] };
      const known = banks.filter(({ fundingSourceId }) => fundingSourceId !== unknown);
      const numbers = { routingNumber: '222222226', accountNumber: '1' };
      return factAnswer({ banks: known.map((bank) => ({ version: 1, ...bank, numbers })) });
    });
    const tooMuch = world.leg({ amountMinor: ENTRY_AMOUNT_MINOR_MAX + 1n });
    expect(await world.add(world.handOver(), [tooMuch, world.leg({ fundingSourceId: unknown })])).toBeUndefined();
    const id = await world.made([tooMuch, world.leg({ amountMinor: ENTRY_AMOUNT_MINOR_MAX })]);
    expect((await linesOf(id)).filter((line) => line.startsWith('6'))).toHaveLength(1);
  });

  it('is continued by another one before its totals have more digits than their fields', async () => {
    const most = () => world.leg({ amountMinor: ENTRY_AMOUNT_MINOR_MAX });
    const legs = [...Array.from({ length: 101 }, most), world.leg({ direction: 'credit' })];
    await world.made(legs);
    const [second = '', first = ''] = await world.listed();
    const [one, other] = [await linesOf(first), await linesOf(second)];
    expect(one.at(-1)?.slice(31, 55)).toBe('999999999900' + '000000000000');
    expect(other.at(-1)?.slice(31, 55)).toBe('009999999999' + '000000022500');
  });

  it('leaves a made file as it is where the file before it was none', async () => {
    const file = world.handOver();
    const legs = Array.from({ length: 101 }, () => world.leg({ amountMinor: ENTRY_AMOUNT_MINOR_MAX }));
    await world.add(file, legs);
    await world.make(file, legs.slice(100));
    const [made = ''] = await world.listed();
    const before = await world.content(made);
    const late = world.leg();
    const other = await world.add(file, [late]);
    await world.make(file, [late]);
    expect(await world.listed()).toEqual([other, made]);
    expect([await world.content(made), tracesOf(await linesOf(other ?? ''))]).toEqual([before, [102]]);
  });

  it('takes no entry after the last trace number of the account', async () => {
    await world.made([world.leg()]);
    await service.dataSource.query('UPDATE bank_file_counters SET last_trace = 9999998 WHERE account_id = $1', [
      world.accountId,
    ]);
    const id = await world.made([world.leg(), world.leg()]);
    expect(tracesOf(await linesOf(id))).toEqual([9_999_999]);
    expect(await world.add(world.handOver(), [world.leg()])).toBeUndefined();
  });

  it('is found by direction and by the time when it was made, newest first', async () => {
    const at = (created: string) => world.made([world.leg()], { created: new Date(created) });
    const newest = await at('2026-03-04T22:00:00.000Z');
    const [first, second] = [await at('2026-03-02T22:00:00.000Z'), await at('2026-03-02T22:00:00.000Z')];
    expect(await world.listed()).toEqual([newest, second, first]);
    expect(await world.listed({ direction: 'in' })).toEqual([]);
    expect(await world.listed({ direction: 'out', from: '2026-03-02T17:00:00-05:00' })).toEqual([
      newest,
      second,
      first,
    ]);
    expect(await world.listed({ from: '2026-03-02T22:00:00.001Z' })).toEqual([newest]);
    expect(await world.listed({ to: '2026-03-04T22:00:00.000Z' })).toEqual([second, first]);
    expect(await world.listed({ limit: '1', offset: '1' })).toEqual([second]);
    for (const [name, value] of Object.entries({ direction: 'up', from: 'monday', other: '1' })) {
      expect((await world.call('GET', '/bank-files', { query: { [name]: value } })).status).toBe(400);
    }
  });

  it('has each name in ASCII, cut to its field', async () => {
    const names = { [world.person.partyId]: 'Zoë Łukasz Ångström-Straße 李小龍 the Third' };
    service.services.answer(CUSTOMER_NAMES, factAnswer({ names }));
    const line = (await linesOf(await world.made([world.leg()])))[2] ?? '';
    expect(line).toHaveLength(94);
    expect(line).toMatch(/^[ -~]*$/);
    expect(line.slice(54, 76)).toBe('Zoe ?ukasz Angstrom-St');
  });

  it('has 10,000 entries', async () => {
    const legs = Array.from({ length: 10_000 }, (_, index) => world.leg({ isPerson: index % 2 === 0 }));
    const id = await world.made(legs);
    expect((await linesOf(id)).length).toBe(10_006);
    expect(await sha256Of(id)).toBe(shaOf(await world.content(id)));
  });
});
