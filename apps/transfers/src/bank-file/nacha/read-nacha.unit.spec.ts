import { describe, expect, it } from '@jest/globals';
import { correctionCodes, type CorrectionCode } from '@halyard/core';
import { linesOf, textOf } from '../../../test/uploads.js';
import { correctedValuesOf } from './corrected-data.js';
import { readNacha } from './read-nacha.js';

const original = {
  traceNumber: '222222220000001',
  transactionCode: '27',
  amountMinor: 5_00n,
  fundingSourceId: '123456789',
};
const returns = (count = 1): string[] => linesOf(Array.from({ length: count }, () => ({ original, code: 'R01' })));
const corrections = (): string[] => linesOf([{ original, code: 'C01', correctedData: '7315550199' }]);

const faultsIn = (content: string): string[] => {
  const reading = readNacha(content);
  if (!('faults' in reading)) return [];
  return reading.faults.map(({ code, path, message }) => `${code} ${path} ${message.split(':')[0] ?? ''}`);
};
/** The lines with other text at a column of a line, both from 1. */
const changed = (lines: readonly string[], line: number, column: number, text: string): string[] =>
  lines.map((each, index) =>
    index + 1 === line ? each.slice(0, column - 1) + text + each.slice(column - 1 + text.length) : each,
  );
const faultsWith = (line: number, column: number, text: string, lines = returns()): string[] =>
  faultsIn(textOf(changed(lines, line, column, text)));

describe('a file from a bank', () => {
  it('is read', () => {
    expect(readNacha(textOf(returns()))).toMatchObject({
      batches: 1,
      effectiveDate: '2026-03-03',
      totals: { records: 2, debitMinor: 5_00n, creditMinor: 0n, entryHash: 22_222_222n },
      entries: [
        {
          line: 3,
          batch: 'PPD',
          transactionCode: '26',
          routingNumber: '222222226',
          accountNumber: '123456789',
          amountMinor: 5_00n,
          originalTraceNumber: '222222220000001',
          states: { type: 'return', code: 'R01' },
        },
      ],
    });
    expect(readNacha(textOf(corrections()))).toMatchObject({
      entries: [
        { batch: 'COR', states: { type: 'correction', code: 'C01', corrected: { accountNumber: '7315550199' } } },
      ],
    });
  });

  it('may have CRLF, and no line end at its end', () => {
    expect(faultsIn(returns().join('\r\n'))).toEqual([]);
  });

  it.each([
    ['a control character', 3, 20, '\u0000', ['InvalidFormat /lines/3 Column 20']],
    ['a character that is not ASCII', 3, 60, '\u00e9', ['InvalidFormat /lines/3 Column 60']],
    ['no digit in an amount', 3, 30, 'x', ['InvalidFormat /lines/3 Columns 30-39']],
    ['another record size', 1, 35, '095', ['Invalid /lines/1 Columns 35-37']],
    ['a small modifier', 1, 34, 'a', ['Invalid /lines/1 Column 34']],
    ['an unknown service class', 2, 2, '201', ['Invalid /lines/2 Columns 2-4', 'Invalid /lines/5 Columns 2-4']],
    ['an unknown class', 2, 51, 'XYZ', ['Invalid /lines/2 Columns 51-53']],
    ['an unknown transaction code', 3, 2, '29', ['Invalid /lines/3 Columns 2-3']],
    ['no addenda announced', 3, 79, '0', ['Invalid /lines/3 Column 79']],
    ['an unknown type of addenda', 4, 2, '05', ['Invalid /lines/4 Columns 2-3']],
    ['addenda of a correction', 4, 2, '98', ['Invalid /lines/4 Columns 2-3']],
    ['an unknown return code', 4, 4, 'R99', ['Invalid /lines/4 Columns 4-6']],
    ['a wrong count of entries', 5, 5, '000003', ['Invalid /lines/5 Columns 5-10']],
    ['a wrong hash', 5, 11, '0000000001', ['Invalid /lines/5 Columns 11-20']],
    ['wrong debits', 5, 21, '000000000501', ['Invalid /lines/5 Columns 21-32']],
    ['wrong credits', 5, 33, '000000000001', ['Invalid /lines/5 Columns 33-44']],
    ['another company', 5, 45, '9', ['Invalid /lines/5 Columns 45-54']],
    ['another bank', 5, 80, '9', ['Invalid /lines/5 Columns 80-87']],
    ['another batch number', 5, 94, '2', ['Invalid /lines/5 Columns 88-94']],
    ['a wrong count of batches', 6, 2, '000002', ['Invalid /lines/6 Columns 2-7']],
    ['a wrong count of blocks', 6, 8, '000002', ['Invalid /lines/6 Columns 8-13']],
    ['a wrong count in the file', 6, 14, '00000003', ['Invalid /lines/6 Columns 14-21']],
    ['a wrong hash in the file', 6, 22, '0000000001', ['Invalid /lines/6 Columns 22-31']],
    ['wrong debits in the file', 6, 32, '000000000501', ['Invalid /lines/6 Columns 32-43']],
    ['wrong credits in the file', 6, 44, '000000000001', ['Invalid /lines/6 Columns 44-55']],
    ['a record after its end', 8, 1, '5', ['Invalid /lines/8 Column 1']],
    ['an unknown type of record', 3, 1, '4', ['Invalid /lines/3 Column 1', 'Invalid /lines/4 Column 1']],
  ])('is refused for %s', (_, line, column, text, faults) => {
    expect(faultsWith(line, column, text)).toEqual(faults);
  });

  it.each([
    ['C08', 'Invalid /lines/4 Columns 4-6'],
    ['C14', 'Invalid /lines/4 Columns 4-6'],
    ['C02', 'Invalid /lines/4 Columns 36-64'],
  ])('is refused for a correction %s that says an account number', (code, fault) => {
    expect(faultsWith(4, 4, code, corrections())).toEqual([fault]);
  });

  it('is refused for a correction with an amount', () => {
    expect(faultsWith(3, 30, '0000000500', corrections())[0]).toBe('Invalid /lines/3 Columns 30-39');
  });

  it('names each line in a wrong place', () => {
    const [header = '', batch = '', entry = '', addenda = '', ...rest] = returns();
    expect(faultsIn(textOf([batch, entry, addenda, ...rest]))[0]).toBe('Invalid /lines/1 Column 1');
    expect(faultsIn(textOf([header, entry, addenda, ...rest]))[0]).toBe('Invalid /lines/2 Column 1');
    expect(faultsIn(textOf([header, batch, entry, ...rest]))[0]).toBe('Invalid /lines/4 Column 1');
    expect(faultsIn(textOf([header, batch, addenda, ...rest]))[0]).toBe('Invalid /lines/3 Column 1');
  });

  it('cut anywhere is refused at its last line', () => {
    const content = textOf(returns(3));
    for (let end = 0; end < content.length - 1; end += 1) {
      const cut = content.slice(0, end);
      const last = cut.split('\n').length - (cut.endsWith('\n') ? 1 : 0);
      const lines = faultsIn(cut).map((fault) => Number(/\/lines\/(\d+)/.exec(fault)?.[1]));
      expect([end, lines.length > 0, Math.max(...lines) <= Math.max(1, last)]).toEqual([end, true, true]);
    }
  });

  it.each([
    ['blanks', ' '.repeat(1_048_576)],
    ['no line end', '6'.repeat(1_048_576)],
    ['line ends', '\n'.repeat(1_048_576)],
    ['NULs', '\u0000'.repeat(1_048_576)],
    ['blank lines', `${' '.repeat(94)}\n`.repeat(11_037)],
  ])('of 1 MiB of %s is refused with few faults, at once', (_, content) => {
    const begun = performance.now();
    const faults = faultsIn(content);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(25);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('repeats nothing of its content in a fault', () => {
    const secret = '7315550199';
    const lines = linesOf([{ original, code: 'R01', accountNumber: secret, amountMinor: 731_555n }]);
    for (let line = 1; line <= 6; line += 1) {
      for (let column = 1; column <= 94; column += 3) {
        const reading = readNacha(textOf(changed(lines, line, column, 'x')));
        expect(JSON.stringify(reading, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).toEqual(
          'faults' in reading ? expect.not.stringContaining('731555') : expect.any(String),
        );
      }
    }
  });
});

describe('corrected data', () => {
  it.each([
    ['C01', '7315550199', { accountNumber: '7315550199' }],
    ['C02', '222222226', { routingNumber: '222222226' }],
    ['C03', '222222226   7315550199', { routingNumber: '222222226', accountNumber: '7315550199' }],
    ['C04', 'Jane Doe', { name: 'Jane Doe' }],
    ['C05', '32', { bankAccountType: 'savings' }],
    ['C06', '7315550199          27', { accountNumber: '7315550199', bankAccountType: 'checking' }],
    [
      'C07',
      '2222222267315550199       37',
      { routingNumber: '222222226', accountNumber: '7315550199', bankAccountType: 'savings' },
    ],
    ['C09', 'I1234567', { individualId: 'I1234567' }],
    ['C13', '', {}],
  ] as const)('of %s is read', (code, data, values) => {
    expect(correctedValuesOf(code, data.padEnd(29))).toEqual(values);
  });

  it.each((Object.keys(correctionCodes) as CorrectionCode[]).filter((code) => code !== 'C13'))(
    'of %s is refused if it is missing',
    (code) => {
      expect(correctedValuesOf(code, ' '.repeat(29))).toBeUndefined();
    },
  );

  it.each([
    ['C02', '222222227'],
    ['C01', 'ABC'],
    ['C05', '42'],
    ['C06', '27'],
  ] as const)('of %s is refused in a wrong form', (code, data) => {
    expect(correctedValuesOf(code, data.padEnd(29))).toBeUndefined();
  });
});
