import { describe, expect, it } from '@jest/globals';
import { type NachaBatch, type NachaEntry, type NachaFile, totalsOf } from './nacha-file.js';
import { entryDetail, LINE_LENGTH, PADDING_LINE, readRecord } from './records.js';
import { linesOf } from './write-nacha.js';

const entryOf = (given: Partial<NachaEntry> = {}): NachaEntry => ({
  transactionCode: '27',
  routingNumber: '222222226',
  accountNumber: '123456789',
  amountMinor: 225_00n,
  individualId: 'I1234567',
  name: 'Jane Doe',
  traceNumber: '222222220000001',
  ...given,
});

const batchOf = (entries: readonly NachaEntry[], given: Partial<NachaBatch> = {}): NachaBatch => ({
  sec: 'PPD',
  companyName: 'Jane Corp',
  description: 'PAYMENT',
  effectiveDate: '2026-01-20',
  totals: totalsOf(entries),
  entries,
  ...given,
});

/** 17:00 in Chicago. */
const created = new Date('2026-01-16T23:00:00.000Z');

const written = async (batches: readonly NachaBatch[], given: Partial<NachaFile> = {}): Promise<string> => {
  let content = '';
  for await (const line of linesOf({ created, modifier: 'A', batches, ...given })) content += line;
  return content;
};

describe('a file of the Nacha format', () => {
  it('has each field at its place', async () => {
    const batches = [batchOf([entryOf()])];
    expect((await written(batches)).split('\n')).toEqual([
      '101 222222226' + ' 222222226' + '2601161700A094101' + 'SANDBOX TEST BANK      HALYARD' + ' '.repeat(24),
      '5225Jane Corp       ' + ' '.repeat(20) + '1222222226PPDPAYMENT         260120   1222222220000001',
      '627222222226123456789        0000022500I1234567       Jane Doe                0222222220000001'.padEnd(94),
      '82250000010022222222000000022500000000000000' + '1222222226' + ' '.repeat(25) + '222222220000001',
      '9000001000001000000010022222222000000022500000000000000'.padEnd(94),
      ...Array.from({ length: 5 }, () => PADDING_LINE),
      '',
    ]);
  });

  it.each([
    [['27'], '225'],
    [['22', '32'], '220'],
    [['22', '37'], '200'],
  ] as const)('names the service class of entries %p', async (codes, serviceClass) => {
    const entries = codes.map((transactionCode) => entryOf({ transactionCode }));
    const lines = (await written([batchOf(entries)])).split('\n');
    expect(lines[1]?.slice(1, 4)).toBe(serviceClass);
    expect(lines[2 + codes.length]?.slice(1, 4)).toBe(serviceClass);
  });

  it.each([0, 1, 5, 6, 7, 16])('consists of whole blocks with %i entries', async (count) => {
    const batches = count === 0 ? [] : [batchOf(Array.from({ length: count }, () => entryOf()))];
    const lines = (await written(batches)).split('\n').slice(0, -1);
    expect(lines.length % 10).toBe(0);
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([LINE_LENGTH]));
    const control = lines.find((line) => line.startsWith('9000'));
    expect(Number(control?.slice(7, 13))).toBe(lines.length / 10);
  });

  it('sums up its batches, and keeps ten digits of the hash', async () => {
    const many = Array.from({ length: 500 }, () => entryOf({ routingNumber: '322271627' }));
    const batches = [batchOf(many), batchOf([entryOf({ transactionCode: '32' })])];
    const lines = (await written(batches)).split('\n');
    const control = lines.findLast((line) => line.startsWith('9000'));
    const hash = String(500 * 32_227_162 + 22_222_222).slice(-10);
    expect(control).toBe(`900000200005100000501${hash}000011250000000000022500`.padEnd(94));
  });

  it('writes names in its own characters, and cuts what is too long', async () => {
    const name = 'José Ñandú-Øst \u0000 李 of the Longest Names';
    const [, , line = ''] = (await written([batchOf([entryOf({ name, individualId: 'x'.repeat(20) })])])).split('\n');
    expect(line).toHaveLength(LINE_LENGTH);
    const { individualName, individualId } = readRecord(entryDetail, line);
    expect(individualName).toBe('Jose Nandu-?st ? ? of ');
    expect(individualId).toBe('x'.repeat(15));
  });

  it('refuses an amount that does not fit', async () => {
    await expect(written([batchOf([entryOf({ amountMinor: 10_000_000_000n })])])).rejects.toThrow(RangeError);
  });
});
