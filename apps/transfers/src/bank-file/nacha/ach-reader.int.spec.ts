import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { linesOf as uploadOf, textOf } from '../../../test/uploads.js';
import { type NachaBatch, type NachaEntry, totalsOf } from './nacha-file.js';
import { linesOf } from './write-nacha.js';

/** Builds the reader without the network. @returns why that is not possible */
function build(folder: string): string | undefined {
  cpSync(join(import.meta.dirname, '../../../test/ach-reader'), folder, { recursive: true });
  const offline = ['GOPROXY=off', 'go', 'build', '-mod=mod', '-o', 'reader', '.'];
  const { error, status } = spawnSync('env', offline, { cwd: folder });
  if (error === undefined && status === 0) return undefined;
  return status === 127 ? 'Go is not installed' : 'Go has no github.com/moov-io/ach in its module cache';
}

const folder = mkdtempSync(join(tmpdir(), 'ach-reader-'));
const missing = build(folder);
const read = (content: string): string =>
  spawnSync(join(folder, 'reader'), { input: content, encoding: 'latin1' }).stdout.trim();

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
const manyOf = (count: number, given: Partial<NachaEntry> = {}): NachaEntry[] =>
  Array.from({ length: count }, (_, index) =>
    entryOf({ ...given, traceNumber: `22222222${String(index + 1).padStart(7, '0')}` }),
  );
const batchOf = (entries: readonly NachaEntry[], given: Partial<NachaBatch> = {}): NachaBatch => ({
  sec: 'PPD',
  companyName: 'Jane Corp',
  description: 'PAYMENT',
  effectiveDate: '2026-01-20',
  totals: totalsOf(entries),
  entries,
  ...given,
});
const written = async (batches: readonly NachaBatch[], modifier = 'A'): Promise<string> => {
  let content = '';
  for await (const line of linesOf({ created: new Date('2026-01-16T23:00:00.000Z'), modifier, batches }))
    content += line;
  return content;
};

describe(`moov's reader of files${missing === undefined ? '' : `, left out: ${missing}`}`, () => {
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const whereRead = missing === undefined ? it : it.skip;

  whereRead.each<[string, readonly NachaBatch[]]>([
    ['debits', [batchOf([entryOf()])]],
    ['credits of savings accounts of a company', [batchOf([entryOf({ transactionCode: '32' })], { sec: 'CCD' })]],
    ['both', [batchOf([...manyOf(1), entryOf({ transactionCode: '22', traceNumber: '222222220000002' })])]],
    ['micro-deposits', [batchOf([entryOf({ transactionCode: '22', amountMinor: 3n })], { description: 'ACCTVERIFY' })]],
    ['several batches', [batchOf(manyOf(7)), batchOf(manyOf(3), { sec: 'CCD' }), batchOf(manyOf(1))]],
    ['whole blocks', [batchOf(manyOf(6))]],
    ['names of other letters', [batchOf([entryOf({ name: 'José Ñandú 李', accountNumber: '12345678901234567' })])]],
    ['an erased person', [batchOf([entryOf({ name: 'ERASED', accountNumber: 'ERASED', individualId: '' })])]],
    ['the largest amount', [batchOf([entryOf({ amountMinor: 9_999_999_999n })])]],
    ['many entries', [batchOf(manyOf(2_000))]],
  ])('takes a written file of %s', async (_, batches) => {
    expect(read(await written(batches))).toBe(String(batches.length));
  });

  const original = {
    traceNumber: '222222220000001',
    transactionCode: '27',
    amountMinor: 5_00n,
    fundingSourceId: '123456789',
  };
  whereRead.each([
    ['returns', [{ original, code: 'R01' }]],
    ['corrections', [{ original, code: 'C01', correctedData: '7315550199' }]],
  ])('takes a file of %s that an upload takes', (_, stated) => {
    expect(read(textOf(uploadOf(stated)))).toBe('1');
  });

  whereRead('refuses a wrong total', async () => {
    const content = await written([batchOf([entryOf()], { totals: totalsOf([entryOf({ amountMinor: 1n })]) })]);
    expect(read(content)).not.toBe('1');
  });
});
